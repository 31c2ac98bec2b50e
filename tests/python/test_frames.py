"""Tables of pandas, polars, Arrow and dicts go through the library's recipe: fit, predict, files, profile, rules."""

import json
import os
import pathlib
import pickle

import subprocess
import sys
import warnings

import numpy as np
import pytest
from sklearn.base import clone

import mercer
from mercer import KernelPCA, KMeans, OneClassSVM, TableFeatures

pandas = pytest.importorskip("pandas")
MAKE_TABLES = pathlib.Path(__file__).parents[1] / "data" / "tables" / "make_tables.py"
PROGRAM = os.environ.get("MERCER", "")
needs_program = pytest.mark.skipif(not PROGRAM or not os.path.exists(PROGRAM), reason="needs the program")


def customers(rows=120, seed=3):
    """Two kinds of customers, with words, dates, truth values and gaps."""
    draw = np.random.RandomState(seed)
    kind = draw.randint(2, size=rows)
    table = pandas.DataFrame({
        "customer_id": [f"C{i:04}" for i in range(rows)],
        "region": np.where(draw.rand(rows) < 0.9, np.array(["north", "south"])[kind], "east"),
        "joined": pandas.to_datetime("2020-01-01") + pandas.to_timedelta(kind * 700 + draw.randint(90, size=rows), "D"),
        "member": draw.rand(rows) < np.where(kind, 0.9, 0.1),
        "income": 30000 + 40000 * kind + draw.normal(0, 4000, rows),
        "size": pandas.Categorical(np.array(["small", "large"])[kind], ["small", "medium", "large"], ordered=True),
    })
    table.loc[draw.rand(rows) < 0.05, "income"] = np.nan
    table.loc[draw.rand(rows) < 0.05, "region"] = None
    return table, kind


TABLE, KIND = customers()


def test_a_mixed_frame_is_fitted_and_predicted_by_names_in_any_order():
    model = KMeans(2).fit(TABLE)
    assert mercer.metrics.accuracy(KIND, model.labels_) == 1
    assert model.feature_names_in_.tolist() == TABLE.columns.tolist()
    assert model.n_features_in_ == TABLE.shape[1]
    shuffled = TABLE[TABLE.columns[::-1]].assign(extra=1.5)
    assert (model.predict(shuffled) == model.labels_).all()
    assert model.transform(shuffled).shape == (len(TABLE), 2)
    assert model.get_feature_names_out().tolist() == ["kmeans0", "kmeans1"]
    assert model.table_.ids_ == TABLE["customer_id"].tolist()
    assert "region=north" in model.table_.get_feature_names_out()


def test_what_is_not_there_is_named():
    model = KMeans(2).fit(TABLE)
    with pytest.raises(ValueError, match="no columns 'region', 'income'"):
        model.predict(TABLE.drop(columns=["region", "income"]))
    with pytest.raises(ValueError, match="fitted on a table; give one with the columns region, joined"):
        model.predict(np.zeros((2, 6)))
    with pytest.warns(mercer.ClusteringWarning, match="never seen .'west'."):
        model.predict(TABLE.assign(region="west"))


def as_polars(table):
    polars = pytest.importorskip("polars")
    columns = {name: [None if value != value else value for value in table[name].tolist()]  # not NaN
               for name in table if name not in ("joined", "size")}
    columns["joined"] = [moment.to_pydatetime() for moment in table["joined"]]
    columns["size"] = table["size"].astype(str).tolist()
    return polars.DataFrame(columns).with_columns(polars.col("size").cast(polars.Categorical))


def as_arrow(table):
    return pytest.importorskip("pyarrow").Table.from_pandas(table, preserve_index=False)


def as_dict(table):
    return {name: table[name] for name in table}


def test_a_frame_that_is_lazy_is_refused():
    with pytest.raises(TypeError, match="a LazyFrame holds no rows yet: collect"):
        KMeans(2).fit(as_polars(TABLE).lazy())


@pytest.mark.parametrize("made", [as_polars, as_arrow, as_dict])
def test_every_kind_of_table_gives_the_same_clusters(made):
    table, expected = made(TABLE), KMeans(2).fit(TABLE)
    model = KMeans(2).fit(table)
    assert (model.labels_ == expected.labels_).all()
    assert (model.predict(table) == expected.predict(TABLE)).all()
    assert (expected.predict(table) == expected.labels_).all()
    assert sorted(model.table_.get_feature_names_out()) == sorted(expected.table_.get_feature_names_out())


def test_the_newest_types_of_pandas():
    table = TABLE.convert_dtypes()
    table["joined"] = table["joined"].dt.tz_localize("UTC")
    assert (KMeans(2).fit(table).labels_ == KMeans(2).fit(TABLE).labels_).all()


def test_frames_of_numbers_are_as_arrays():
    X, _ = mercer.datasets.blobs(size=60)
    frame = pandas.DataFrame(X, columns=["width", "height"])
    model = KMeans(3).fit(frame)
    assert (model.labels_ == KMeans(3).fit(X).labels_).all()
    assert not hasattr(model, "table_")
    with pytest.raises(ValueError, match="feature names"):  # scikit-learn's rule for numbers
        model.predict(frame[["height", "width"]])
    assert len(model.profile()) == 3 * 2
    assert len(model.profile(X)) == 3 * 2


def test_options_of_tables():
    table = TABLE.assign(zip=np.arange(len(TABLE)) % 3, note="n")
    features = TableFeatures(types={"zip": "category"}, id="customer_id", drop=["note"])
    model = KMeans(2, table=features).fit(table)
    assert {"zip=0", "zip=1", "zip=2"} < set(model.table_.get_feature_names_out())
    assert (model.predict(table) == model.labels_).all()
    assert not hasattr(features, "_recipe")  # a parameter stays as it was given
    assert clone(model).set_params(table__missing="drop").table.missing == "drop"
    with pytest.raises(ValueError, match="missing = 'forget' is not one of fill"):
        KMeans(2, table=TableFeatures(missing="forget")).fit(TABLE)
    with pytest.raises(ValueError, match="no kind"):
        KMeans(2, table=TableFeatures(types={"region": "colour"})).fit(TABLE)


def test_rows_that_are_left_out():
    gaps = TABLE.isna().any(axis=1).to_numpy()
    assert 0 < gaps.sum() < len(TABLE)
    model = mercer.FuzzyCMeans(2, table=TableFeatures(missing="drop")).fit(TABLE, sample_weight=np.ones(len(TABLE)))
    assert (model.labels_[gaps] == -2).all() and (model.labels_[~gaps] >= 0).all()
    assert np.isnan(model.memberships_[gaps]).all() and np.isfinite(model.memberships_[~gaps]).all()
    assert (model.predict(TABLE) == model.labels_).all()
    assert np.isfinite(model.score(TABLE))
    with pytest.raises(ValueError, match=r"(?s)region: .*missing.*income: "):
        KMeans(2, table=TableFeatures(missing="refuse")).fit(TABLE)


def test_the_recipe_is_part_of_the_model_file(tmp_path):
    model, path = KMeans(2).fit(TABLE), tmp_path / "customers.mercer"
    mercer.write_model(model, path)
    again = mercer.read_model(path)
    assert (again.predict(TABLE[TABLE.columns[::-1]]) == model.labels_).all()
    assert again.table_.decisions_ == model.table_.decisions_
    copy = pickle.loads(pickle.dumps(model))
    assert (copy.predict(TABLE) == model.labels_).all()
    with pytest.raises(ValueError, match="no table of its own"):
        copy.profile()
    assert (copy.profile(TABLE)["mean"].dropna() == model.profile()["mean"].dropna().to_numpy()).all()


def test_coordinates_and_outliers_take_tables(tmp_path):
    coordinates = KernelPCA(2).fit(TABLE)
    path = tmp_path / "customers.embedding"
    mercer.write_model(coordinates, path)
    assert np.allclose(mercer.read_model(path).transform(TABLE), coordinates.transform(TABLE))
    assert OneClassSVM(nu=0.1).fit(TABLE).predict(TABLE).mean() > 0.5


GAPS = {"height": [1.0, 1.1, 1.2, None, 8.0, 8.1, 8.2, 30.0] * 3, "kind": ["a", "a", "a", "b", "b", "b", "b", "a"] * 3}


@pytest.mark.parametrize("model", [
    mercer.HDBSCAN(min_size=3, store_centers="both", min_samples=3), mercer.MeanShift(bandwidth=1, cluster_all=False), OneClassSVM(nu=0.2),
    mercer.KMeans(2), mercer.GaussianMixture(2), mercer.FuzzyCMeans(2)], ids=lambda model: type(model).__name__)
def test_rows_that_are_left_out_are_so_everywhere(model):
    left_out = np.arange(24) % 8 == 3
    model.set_params(table=TableFeatures(missing="drop")).fit(GAPS)
    for labels in (model.predict(GAPS), getattr(model, "labels_", None), pickle.loads(pickle.dumps(model)).predict(GAPS)):
        assert labels is None or ((labels == -2) == left_out).all()
    if hasattr(model, "probabilities_"):
        for fitted in (model, pickle.loads(pickle.dumps(model))):
            assert (np.isnan(fitted.probabilities_) == left_out).all()
            assert ((fitted.dbscan_clustering(1.0, 3) == -2) == left_out).all()
        assert model.centroids_.shape == model.medoids_.shape == (model.n_clusters_, 3)


@pytest.mark.parametrize("missing", ["fill", "drop"])
def test_batches_of_a_table(missing):
    model = mercer.KMeans(2, table=TableFeatures(missing=missing))
    for _ in range(3):
        model.partial_fit(GAPS, sample_weight=np.ones(24))
    assert model.n_steps_ == 3 and len(model.labels_) == 24
    assert ((model.labels_ == -2) == (np.arange(24) % 8 == 3)).all() == (missing == "drop")
    assert (model.predict(GAPS) == model.labels_).mean() > 0.9


def test_profile_is_a_frame_and_rules_are_words():
    model = KMeans(2).fit(TABLE)
    about = model.profile()
    assert isinstance(about, pandas.DataFrame)
    rich = about[(about.column == "income")].set_index("cluster")["mean"].idxmax()
    north = about[(about.column == "region") & (about.value == "north")].set_index("cluster")["share"]
    assert north[rich] < 0.1 < north[1 - rich]
    mean = TABLE["income"][model.labels_ == rich].mean()
    assert about[(about.column == "income") & (about.cluster == rich)]["mean"].item() == pytest.approx(mean)
    assert about.groupby(["cluster", "column"])["share"].sum().max() == pytest.approx(1)
    rules = model.explain()
    assert len(rules) == 2 and all(rule.startswith("cluster ") and "covers" in rule for rule in rules)
    assert len(model.describe()) == 2
    assert model.explain(TABLE) == rules


def test_a_parameter_named_profile_hides_nothing():
    model = mercer.MeanShift().fit(TABLE)
    assert model.profile == "flat" and len(model.cluster_profile()) > 0


def test_advice_is_a_warning_that_names_the_parameter():
    X = pandas.DataFrame({"grams": [1000.0, 3000, 2000, 9000], "metres": [0.1, 0.2, 0.3, 0.4]})
    with pytest.warns(mercer.ClusteringWarning, match=r"different scales.*TableFeatures\(standardize=True\)"):
        KMeans(2).fit(X)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        model = KMeans(2, table=TableFeatures(standardize=True)).fit(X)
    assert np.allclose(model.table_.transform(X).std(axis=0), 1)


def made_tables(folder):
    subprocess.run(
        [sys.executable, str(MAKE_TABLES), str(folder)], check=True, capture_output=True)
    return json.loads((folder / "tables.json").read_text())


@needs_program
def test_labels_equal_those_of_the_program_on_every_messy_table(tmp_path):
    for table in made_tables(tmp_path):
        path = tmp_path / table["file"]
        done = subprocess.run([PROGRAM, "fit", str(path), "-k", str(table["classes"]), "--method", "kmeans", "--labels",
                               str(tmp_path / "labels.csv"), "--model", str(tmp_path / "m.mercer"), "-q"],
                              capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        lines = (tmp_path / "labels.csv").read_text().splitlines()[1:]
        theirs = np.array([int(line.rsplit(",", 1)[-1]) for line in lines])
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", mercer.ClusteringWarning)
            frame = mercer.read_table(path)
            ours = KMeans(table["classes"]).fit(frame)
            assert (ours.labels_ == theirs).all(), table
            assert (mercer.read_model(tmp_path / "m.mercer").predict(frame) == theirs).all(), table


def test_read_table_gives_typed_columns(tmp_path):
    path = tmp_path / "prices.csv"
    path.write_text("name;when;price;sold\na;3.4.2020;1.234,50;yes\nb;31.12.2020;;no\n")
    table = mercer.read_table(path)
    assert table["price"].tolist()[0] == 1234.5 and np.isnan(table["price"][1])
    assert str(table["when"][1])[:10] == "2020-12-31"
    assert table["sold"].tolist() == ["yes", "no"]


FORMATS = [("parquet", "pyarrow"), ("feather", "pyarrow"), ("xlsx", "openpyxl")]


def written(tmp_path, ending):
    path = tmp_path / f"customers.{ending}"
    table = TABLE.astype({"size": str}) if ending == "xlsx" else TABLE
    {"parquet": table.to_parquet, "feather": table.to_feather,
     "xlsx": lambda to: table.to_excel(to, index=False)}[ending](path)
    return path


@pytest.mark.parametrize("ending, library", FORMATS)
def test_files_that_are_read_through_python(tmp_path, ending, library):
    pytest.importorskip(library)
    table = mercer.read_table(written(tmp_path, ending))
    assert table.columns.tolist() == TABLE.columns.tolist()
    assert (KMeans(2).fit(table).labels_ == KMeans(2).fit(TABLE).labels_).all()


@pytest.mark.parametrize("ending, library", FORMATS)
def test_without_the_library_the_error_names_the_command(tmp_path, ending, library, monkeypatch):
    path = tmp_path / f"x.{ending}"
    path.write_bytes(b"")
    for name in [library, *(name for name in sys.modules if name.startswith(library + "."))]:
        monkeypatch.setitem(sys.modules, name, None)
    with pytest.raises(ImportError, match=f"pip install {library}"):
        mercer.read_table(path)


@needs_program
@pytest.mark.parametrize("ending, library", FORMATS)
def test_the_program_reads_them_too(tmp_path, ending, library):
    pytest.importorskip(library)
    path = written(tmp_path, ending)
    reader = tmp_path / "mercer-table"
    reader.write_text(f"#!/bin/sh\nPYTHONPATH={pathlib.Path(mercer.__file__).parents[1]} exec {sys.executable} "
                      "-m mercer_program.tables \"$@\"\n")
    reader.chmod(0o755)
    done = subprocess.run([PROGRAM, "fit", str(path), "-k", "2", "--method", "kmeans", "--labels", "-", "-q"],
                          capture_output=True, text=True, env={**os.environ, "MERCER_READER": str(reader)})
    assert done.returncode == 0, done.stderr
    theirs = np.array([int(line.rsplit(",", 1)[-1]) for line in done.stdout.splitlines()[1:]])
    assert (theirs == KMeans(2).fit(TABLE).labels_).all()


@needs_program
def test_without_python_the_program_names_the_command(tmp_path):
    path = tmp_path / "sales.parquet"
    path.write_bytes(b"PAR1")
    done = subprocess.run([PROGRAM, "fit", str(path)], capture_output=True, text=True,
                          env={**os.environ, "MERCER_READER": str(tmp_path / "nothing")})
    assert done.returncode == 65
    assert "pip install mercer pyarrow" in done.stderr


def test_the_package_becomes_the_program():
    import mercer_program

    if not os.path.exists(str(pathlib.Path(mercer.__file__).parent / "bin" / "mercer")):
        pytest.skip("the program was not built")
    done = subprocess.run([sys.executable, "-c", "import mercer_program; mercer_program.main()", "--version"],
                          capture_output=True, text=True)
    assert done.stdout.strip() == f"mercer {mercer.__version__}", done.stderr
    assert mercer_program.program().name == "mercer"
