"""What is measured: one Line a peer.

Lines of one work are compared with each other; the first of them is mercer's and has ratio 1. A further work, as
nearest neighbours, is a few more lines here: mercer's from its program or from mercer_bench, the peers' from a
function in a file of theirs.
"""

import pathlib
import sys
from typing import Callable, NamedTuple

import mercer_program
from data import DIMENSIONS, GAMMA

HERE = pathlib.Path(__file__).resolve().parent
SMALL, MEDIUM, MIDDLE, BIG, LARGE = 2000, 3000, 5000, 20_000, 100_000

GRAM = "Gaussian kernel matrix"
EXACT = "Kernel k-means to convergence"
NYSTROM = "Nystrom, 500 landmarks, and k-means"
SPECTRAL = "Spectral clustering"
ONE_CLASS = "One-class SVM, nu = 0.1"
MEAN_SHIFT = "Mean shift, flat, two columns"
FUZZY = "Fuzzy c-means, 16 columns, 25 clusters, 50 steps"
MAP = "Self-organising map, 16 columns, 5 x 5 nodes, 50 passes"
SINGLE, GENIE, DENSITY = "Single linkage in the plane", "Genie in the plane", "HDBSCAN in the plane"
TREE = "Spanning tree of {} columns; mercer's with its dendrogram and ten clusters"
PATHS = "All shortest paths, ten neighbours in two moons"
CONSTANT = "Additive constant of those paths"
HEAT = "Heat kernel of that graph"
AUTO = "Clusters with nothing said but how many"


class Job(NamedTuple):
    """What a line is asked to do."""

    folder: pathlib.Path  # of the case
    n: int
    threads: int
    labels: pathlib.Path  # to be written


class Line(NamedTuple):
    work: str
    peer: str  # as printed
    needs: str  # name in the environment
    measure: Callable  # Job and the tools -> Measured
    sizes: tuple
    threads: tuple = (1, 2)
    entry: int = 0  # bytes of an entry of the full kernel matrix that it keeps; 0: it keeps none
    scored: bool = True  # whether its labels answer the question of the data: their clusters


def python(module, function, dtype):
    def measure(job, tools):
        return tools.run([sys.executable, "-B", HERE / "worker.py", module, function, dtype, job.folder, job.threads,
                          job.labels], job.threads)

    return measure


def kernlab(job, tools):
    return tools.run(["Rscript", "--vanilla", HERE / "kernlab.R", job.folder, job.labels, DIMENSIONS, GAMMA],
                     job.threads)


def dlib(job, tools):
    return tools.run([tools.folder / "dlib_kkmeans", job.folder, job.labels, DIMENSIONS, GAMMA], job.threads)


NODES, STEPS, FUZZINESS, SOME = 25, 50, 1.2, 16


def family(peer):
    """R's fuzzy c-means and maps, on some columns."""

    def measure(job, tools):
        return tools.run(["Rscript", "--vanilla", HERE / "family.R", peer, job.folder, job.labels, DIMENSIONS, NODES,
                          STEPS, FUZZINESS], job.threads)

    return measure


def some_columns(method):
    return mercer_program.fit(["--columns", ",".join(map(str, range(SOME))), "-k", str(NODES), "--max-iterations",
                               str(STEPS)],
                              method=method, clusters=False, kernel=None)


def first_columns(count, method, clusters=True):
    """Hierarchies of the first columns."""
    return mercer_program.fit(["--columns", ",".join(map(str, range(count)))], method=method, clusters=clusters,
                              kernel=None)


def plane(method, clusters=True):
    return first_columns(2, method, clusters)


def spanning_tree(columns, sizes):
    """A tree of the first columns, here and there."""
    return [Line(TREE.format(columns), "mercer", "mercer", first_columns(columns, "single"), sizes, scored=False),
            Line(TREE.format(columns), "quitefastmst", "quitefastmst", python("trees", f"quitefastmst_{columns}", "float64"),
                 sizes, scored=False)]


ALL = (SMALL, MIDDLE, BIG)
GIVEN = ["--init", "labels:file={start}"]

LINES = [
    Line(GRAM, "mercer, packed float32", "mercer bench",
         mercer_program.bench("BM_GramStored<float>/n:{n}/threads:{threads}/"), (BIG,)),
    Line(GRAM, "scikit-learn rbf_kernel, float32", "scikit-learn", python("scikit_learn", "gram", "float32"), (BIG,)),
    Line(GRAM, "scikit-learn rbf_kernel, float64", "scikit-learn", python("scikit_learn", "gram", "float64"), (BIG,)),
    Line(EXACT, "mercer, nothing stored", "mercer", mercer_program.fit(GIVEN, "tiled"), (*ALL, LARGE)),
    Line(EXACT, "mercer, matrix stored", "mercer", mercer_program.fit(GIVEN, "stored"), ALL),
    Line(EXACT, "mercer from Python, float32", "mercer package", python("mercer_package", "kernel_kmeans", "float32"), ALL),
    Line(EXACT, "mercer from Python, float64", "mercer package", python("mercer_package", "kernel_kmeans", "float64"), ALL),
    Line(EXACT, "mercer, stored, own start", "mercer", mercer_program.fit([], "stored"), ALL),
    Line(EXACT, "mercer, nothing stored, own start", "mercer", mercer_program.fit([], "tiled"), (*ALL, LARGE)),
    Line(EXACT, "scikit-learn + NumPy, float32", "scikit-learn", python("scikit_learn", "kernel_kmeans", "float32"),
         (*ALL, LARGE), entry=4),
    Line(EXACT, "scikit-learn + NumPy, float64", "scikit-learn", python("scikit_learn", "kernel_kmeans", "float64"),
         (*ALL, LARGE), entry=8),
    Line(EXACT, "KKMeans", "KKMeans", python("python_peers", "kkmeans", "float64"), (*ALL, LARGE), entry=8),
    Line(EXACT, "tslearn KernelKMeans", "tslearn", python("python_peers", "tslearn", "float64"),
         (SMALL, MIDDLE, LARGE), entry=8),
    Line(EXACT, "R kernlab kkmeans", "kernlab", kernlab, (SMALL, MIDDLE), threads=(1,)),
    Line(EXACT, "dlib kkmeans", "dlib", dlib, (SMALL, MIDDLE), threads=(1,)),
    Line(NYSTROM, "mercer", "mercer approx", mercer_program.fit([*GIVEN, "--approx", "nystrom:landmarks=500"]), ALL),
    Line(NYSTROM, "scikit-learn Nystroem + KMeans, float32", "scikit-learn",
         python("scikit_learn", "nystroem", "float32"), ALL),
    Line(SPECTRAL, "mercer, own start", "mercer spectral", mercer_program.fit([], method="spectral"), (MIDDLE,)),
    Line(SPECTRAL, "scikit-learn SpectralClustering, own start", "scikit-learn",
         python("scikit_learn", "spectral", "float32"), (MIDDLE,)),
    Line(ONE_CLASS, "mercer", "mercer", mercer_program.fit([], method="one-class:nu=0.1", clusters=False), (BIG,)),
    Line(ONE_CLASS, "scikit-learn OneClassSVM", "scikit-learn", python("scikit_learn", "one_class", "float64"), (BIG,),
         threads=(1,)),
    Line(MEAN_SHIFT, "mercer", "mercer",
         mercer_program.fit(["--columns", "0,1"], method="mean-shift:profile=flat,bandwidth=0.5", clusters=False,
                            kernel=None), (MIDDLE,)),
    Line(MEAN_SHIFT, "scikit-learn MeanShift, bin_seeding", "scikit-learn",
         python("scikit_learn", "mean_shift", "float64"), (MIDDLE,)),
    Line(FUZZY, "mercer", "mercer", some_columns(f"fuzzy:m={FUZZINESS}"), (BIG,), scored=False),
    Line(FUZZY, "R e1071 cmeans", "e1071", family("cmeans"), (BIG,), threads=(1,), scored=False),
    Line(MAP, "mercer", "mercer", some_columns("som:grid=5x5"), (BIG,), scored=False),
    Line(MAP, "R kohonen som, online", "kohonen", family("online"), (BIG,), threads=(1,), scored=False),
    Line(MAP, "R kohonen som, batch", "kohonen", family("batch"), (BIG,), threads=(1,), scored=False),
    Line(MAP, "R kohonen som, parallel batch", "kohonen", family("pbatch"), (BIG,), scored=False),
    Line(MAP, "MiniSom", "minisom", python("python_peers", "minisom", "float64"), (BIG,), threads=(1,), scored=False),
    Line(AUTO, "mercer", "mercer", mercer_program.fit([], method="auto", kernel=None), (MIDDLE,)),
    Line(AUTO, "scikit-learn KMeans, GaussianMixture and SpectralClustering", "scikit-learn",
         python("scikit_learn", "three_methods", "float64"), (MIDDLE,)),
    Line(SINGLE, "mercer", "mercer", plane("single"), (BIG, LARGE)),
    Line(SINGLE, "scikit-learn AgglomerativeClustering", "scikit-learn", python("trees", "scikit_learn_single", "float64"),
         (BIG, LARGE), threads=(1,)),
    Line(SINGLE, "SciPy linkage", "scikit-learn", python("trees", "scipy_single", "float64"), (BIG,), threads=(1,), entry=4),
    Line(GENIE, "mercer", "mercer", plane("genie"), (BIG, LARGE)),
    Line(GENIE, "genieclust", "genieclust", python("trees", "genieclust", "float64"), (BIG, LARGE)),
    Line(DENSITY, "mercer", "mercer", plane("hdbscan:min_size=100", clusters=False), (BIG, LARGE)),
    Line(DENSITY, "scikit-learn HDBSCAN", "scikit-learn", python("trees", "scikit_learn_hdbscan", "float64"), (BIG, LARGE)),
    Line(DENSITY, "hdbscan", "hdbscan", python("trees", "hdbscan", "float64"), (BIG, LARGE)),
    Line(DENSITY, "fast_hdbscan", "fast_hdbscan", python("trees", "fast_hdbscan", "float64"), (BIG, LARGE)),
    *spanning_tree(2, (LARGE,)),
    *spanning_tree(5, (LARGE,)),
    *spanning_tree(10, (BIG, LARGE)),
    *spanning_tree(30, (BIG,)),
    Line(PATHS, "mercer", "mercer bench", mercer_program.bench("BM_Paths/n:{n}/threads:{threads}/"), (SMALL, MIDDLE)),
    Line(PATHS, "SciPy shortest_path, method D", "scikit-learn", python("geodesics", "shortest_paths", "float64"),
         (SMALL, MIDDLE)),
    Line(CONSTANT, "mercer", "mercer bench", mercer_program.bench("BM_AdditiveConstant/n:{n}/threads:{threads}/"),
         (MEDIUM,)),
    Line(CONSTANT, "SciPy eigs (ARPACK) on the operator of size 2n", "scikit-learn",
         python("geodesics", "additive_constant", "float64"), (MEDIUM,)),
    Line(HEAT, "mercer", "mercer bench", mercer_program.bench("BM_Diffusion/n:{n}/threads:{threads}/"), (SMALL,)),
    Line(HEAT, "SciPy expm", "scikit-learn", python("geodesics", "heat", "float64"), (SMALL,)),
]
