[inputs: ["mix.exs", "lib/**/*.ex"]]
