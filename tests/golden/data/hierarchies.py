"""Made hdbscan_blobs.csv and genie_iris.csv, with scikit-learn 1.9.1 and genieclust 1.3.0:

    mercer generate blobs -n 300 --clusters 3 --outliers 20 --seed 4 -o blobs.csv
    python3 hierarchies.py blobs.csv docs/data/iris.csv
"""

import sys

import genieclust
import numpy as np
from sklearn.cluster import HDBSCAN

blobs, iris = (np.genfromtxt(path, delimiter=",", skip_header=1)[:, :-1] for path in sys.argv[1:3])
np.savetxt("hdbscan_blobs.csv", HDBSCAN(min_cluster_size=20, min_samples=5).fit_predict(blobs), fmt="%d",
           header="label", comments="")
genie = [genieclust.Genie(3, gini_threshold=0.3), genieclust.Genie(5, gini_threshold=0.1)]
np.savetxt("genie_iris.csv", np.column_stack([g.fit_predict(iris) for g in genie]), fmt="%d", delimiter=",",
           header="g3,g1", comments="")
