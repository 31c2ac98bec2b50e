"""Made mixture_iris.csv, with scikit-learn 1.9.1:

    python3 mixture.py docs/data/iris.csv

EM by maximum likelihood from the classes, until nothing changes: for each form of covariance the log-likelihood, BIC,
and the means of the three components.
"""

import sys

import numpy as np
from sklearn.mixture import GaussianMixture

table = np.genfromtxt(sys.argv[1], delimiter=",", skip_header=1, dtype=str)
X, names = table[:, :-1].astype(float), np.unique(table[:, -1], return_inverse=True)[1]
parts = [X[names == k] for k in range(3)]
means = np.array([p.mean(0) for p in parts])
full = [np.cov(p.T, ddof=0) for p in parts]
precisions = {"full": np.array([np.linalg.inv(s) for s in full]),
              "diag": np.array([1 / np.diag(s) for s in full]),
              "spherical": np.array([4 / np.trace(s) for s in full])}
rows = []
for kind in precisions:
    g = GaussianMixture(3, covariance_type=kind, reg_covar=0, tol=1e-12, max_iter=5000, weights_init=np.full(3, 1 / 3),
                        means_init=means, precisions_init=precisions[kind]).fit(X)
    rows.append([g.score(X) * len(X), g.bic(X), *g.means_.ravel()])
np.savetxt("mixture_iris.csv", rows, delimiter=",", fmt="%.10g",
           header="log_likelihood,bic," + ",".join(f"m{k}{j}" for k in range(3) for j in range(4)), comments="")
