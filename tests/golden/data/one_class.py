"""Figures of scikit-learn's OneClassSVM, which is SVDD where the kernel's diagonal is constant.

    python3 one_class.py iris.csv > one_class.csv        (scikit-learn 1.9, libsvm 3.25)

Its weights alpha sum to nu n; beta = alpha / (nu n). Columns: gamma, nu, 1 - beta'K beta (the dual objective), squared
radius (mean over the support vectors on the sphere), support vectors, points with the largest weight.
"""
import sys

import numpy as np
from sklearn.svm import OneClassSVM

X = np.loadtxt(sys.argv[1], delimiter=",", skiprows=1, usecols=(0, 1, 2, 3))
n = len(X)
print("gamma,nu,objective,radius2,support,bounded")
for gamma in (0.05, 0.5, 5.0):
    for nu in (0.05, 0.1, 0.333, 0.7):
        K = np.exp(-gamma * ((X[:, None] - X[None]) ** 2).sum(2))
        fit = OneClassSVM(kernel="precomputed", nu=nu, tol=1e-10).fit(K)
        beta = np.zeros(n)
        beta[fit.support_] = fit.dual_coef_[0] / (nu * n)
        c, d = beta @ K @ beta, 1 - 2 * K @ beta + beta @ K @ beta
        free = (beta > 1e-8 / (nu * n)) & (beta < (1 - 1e-8) / (nu * n))
        radius2 = d[free].mean() if free.any() else d.min()
        print(f"{gamma},{nu},{1 - c:.15g},{radius2:.15g},{(beta > 0).sum()},{(beta > (1 - 1e-8) / (nu * n)).sum()}")
