# Rscript one_class.R iris.csv > one_class_kernlab.csv      (R 4.2, kernlab 0.9-32)
# kernlab's one-class SVM: its weights sum to nu n and are at most 1. Columns: gamma, nu, beta'K beta.
x <- as.matrix(read.csv(commandArgs(TRUE)[1])[, 1:4])
cat("gamma,nu,norm\n")
for (gamma in c(0.05, 0.5, 5)) for (nu in c(0.1, 0.333)) {
  fit <- kernlab::ksvm(x, type = "one-svc", kernel = "rbfdot", kpar = list(sigma = gamma), nu = nu, tol = 1e-9,
                       scaled = FALSE)
  K <- kernlab::kernelMatrix(kernlab::rbfdot(sigma = gamma), x)@.Data
  beta <- numeric(nrow(x))
  beta[kernlab::SVindex(fit)] <- kernlab::alpha(fit)
  beta <- beta / sum(beta)
  cat(gamma, ",", nu, ",", format(drop(t(beta) %*% K %*% beta), digits = 15), "\n", sep = "")
}
