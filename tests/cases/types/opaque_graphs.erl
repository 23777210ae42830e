%%! explore: f/1
-module(opaque_graphs).
-export([f/1]).
-spec f(a | b | c) -> digraph:graph().
f(c) -> error(no_such_vertex);
%%      ^^^^^^^^^^^^^^^^^^^^^ crash: error:no_such_vertex, f(c)
f(Vertex) ->
    Graph = digraph:new(),
    digraph:add_vertex(Graph, Vertex),
    Graph.
