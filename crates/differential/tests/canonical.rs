//! Do made-up funs do the same everywhere? In the interpreter, on the node that mirrors them, and as the
//! Erlang that they are printed as, compiled by OTP: for hundreds of funs at random, each with many
//! arguments.

use beam::{Call, Evaluated, Limits, Loader, LoaderOptions, ModuleSource, Outcome};
use differential::ermine_side::Ermine;
use std::sync::Arc;
use term::canonical::{Action, Behaviour, Hole, HoleKind, Passed, Structure};
use term::{Atom, Term, read};
use typing::Random;

const FUNS: usize = 400;

/// So many are printed into one text.
const TOGETHER: usize = 40;

struct Maker {
    random: Random,
}

impl Maker {
    fn plain(&mut self) -> Term {
        let texts = ["0", "1", "a", "[]", "{a, 1}", "[0, 1]", "#{a => 1}", "1.5", "<<1, 2>>"];
        read::term(self.random.pick::<&str>(&texts)).expect("a term")
    }

    /// What a fun is called with, where so many local variables are around; and those that it binds.
    fn key(&mut self, around: &[HoleKind]) -> (Term, Vec<HoleKind>) {
        let first = around.len() as u32;
        let hole = |number: u32, kind| Hole { number, kind }.to_term();
        let (fun, two) = (HoleKind::Function(1), HoleKind::Function(2));
        let token = HoleKind::Reference;
        match self.random.below(12) {
            0..4 => {
                let texts = ["0", "1", "a", "[]", "#{}", "#{a => 1}"];
                (read::term(self.random.pick::<&str>(&texts)).expect("a term"), vec![])
            }
            4 | 5 => (hole(first, fun), vec![fun]),
            6 => (hole(first, two), vec![two]),
            7 => (hole(first, token), vec![token]),
            8 => (Term::tuple(vec![Term::atom("a"), hole(first, token)]), vec![token]),
            9 => {
                let second = if self.random.one_in(2) { first } else { first + 1 };
                let bound = vec![token; (second - first + 1) as usize];
                (Term::tuple(vec![hole(first, token), hole(second, token)]), bound)
            }
            10 => {
                let parts = vec![hole(first, fun), hole(first + 1, token)];
                (Term::list(parts), vec![fun, token])
            }
            // One from outside, if there is any.
            _ => match around.iter().position(|kind| *kind == token) {
                Some(number) => (hole(number as u32, token), vec![]),
                None => (Term::tuple(vec![Term::Int(1), hole(first, fun)]), vec![fun]),
            },
        }
    }

    fn value(&mut self, around: &[HoleKind], depth: usize) -> Term {
        match self.random.below(4) {
            0 if depth > 0 => {
                let arity = self.random.below(2) as u8;
                self.fun(arity, around, depth - 1)
            }
            _ => self.plain(),
        }
    }

    fn behaviour(&mut self, key: Vec<Term>, scope: &[HoleKind], depth: usize) -> Behaviour {
        let mut funs = Vec::new();
        for (number, kind) in (0..).zip(scope) {
            if let HoleKind::Function(arity) = kind {
                funs.push((number, usize::from(*arity)));
            }
        }
        let action = match self.random.below(6) {
            0..2 if !funs.is_empty() && depth > 0 => {
                let (local, arity) = *self.random.pick(&funs);
                let passed = (0..arity).map(|_| match self.random.one_in(3) {
                    true => Passed::Local(self.random.below(scope.len()) as u32),
                    false => Passed::Value,
                });
                let passed = passed.collect();
                match self.random.one_in(3) {
                    true => Action::Attempt { local, passed },
                    false => Action::Call { local, passed },
                }
            }
            4..6 if !scope.is_empty() => {
                let all = [Structure::Tuple, Structure::List, Structure::OpenList];
                let structure = *self.random.pick(&all);
                let local = Passed::Local(self.random.below(scope.len()) as u32);
                let parts = vec![local, Passed::Value];
                Action::Build { structure, parts }
            }
            2 if !scope.is_empty() => Action::Return(self.random.below(scope.len()) as u32),
            _ => {
                let class = *self.random.pick(&["throw", "error", "exit"]);
                Action::Raise(Atom::new(class))
            }
        };
        let values = (0..action.values()).map(|_| self.value(scope, depth.min(1))).collect();
        let then = action.goes_on().then(|| self.fun(1, scope, depth - 1));
        Behaviour { key, action, values, then }
    }

    fn fun(&mut self, arity: u8, around: &[HoleKind], depth: usize) -> Term {
        let mut keys: Vec<Vec<Term>> = Vec::new();
        let mut cases = Vec::new();
        let mut behaviours = Vec::new();
        for _ in 0..self.random.below(4) {
            let mut scope = around.to_vec();
            let key: Vec<Term> = (0..arity)
                .map(|_| {
                    let (part, bound) = self.key(&scope);
                    scope.extend(bound);
                    part
                })
                .collect();
            if keys.contains(&key) {
                continue;
            }
            keys.push(key.clone());
            match self.random.one_in(3) {
                true => cases.push((key, self.value(&scope, depth.min(1)))),
                false => behaviours.push(self.behaviour(key, &scope, depth)),
            }
        }
        let otherwise = self.plain();
        Term::canonical_fun(arity, cases, otherwise, &behaviours)
    }
}

#[test]
fn made_up_funs_do_the_same_everywhere() {
    if std::env::var_os("ERMINE_WITHOUT_ERLANG").is_some_and(|value| value == "1") {
        eprintln!("skipped: it needs Erlang, and ERMINE_WITHOUT_ERLANG=1 is set");
        return;
    }
    let loader = Arc::new(Loader::new(LoaderOptions::default()).expect("OTP is there"));
    let path = differential::data_folder().join("ermine_drive.erl");
    let source = ModuleSource::File { path, options: Vec::new() };
    loader.install(&source).expect("it compiles");
    loader.load(&source).expect("it compiles");
    let mut maker = Maker { random: Random::new(20) };
    let funs: Vec<Term> = (0..FUNS).map(|number| maker.fun((number % 3) as u8, &[], 3)).collect();
    let call = |fun: &Term| {
        let arguments = vec![fun.clone()];
        Call { module: Atom::new("ermine_drive"), function: Atom::new("drive"), arguments }
    };
    let calls: Vec<Call> = funs.iter().map(call).collect();
    let limits = Limits::default();
    let mirrored = loader.node().apply_many(&calls, &limits).expect("the node runs");
    let mut ermine = Ermine::new(loader.clone());
    let mut acting = 0;
    for (number, (ran, call)) in mirrored.iter().zip(&calls).enumerate() {
        let Outcome::Value(theirs) = &ran.outcome else { panic!("{}: {ran:?}", funs[number]) };
        let ours = match ermine.run(call) {
            differential::outcome::Outcome::Value(ours) => ours,
            other => panic!("{}: {other}", funs[number]),
        };
        assert_eq!(ours, *theirs, "{}", funs[number]);
        let fun = funs[number].as_fun().and_then(|fun| fun.made_up()).expect("it is made up");
        acting += usize::from(!fun.only_answers());
    }
    assert!(acting > FUNS / 3, "only {acting} of {FUNS} do more than answer");
    for (funs, mirrored) in funs.chunks(TOGETHER).zip(mirrored.chunks(TOGETHER)) {
        let texts: Vec<String> =
            funs.iter().map(|fun| format!("ermine_drive:drive({fun})")).collect();
        let text = format!("[{}]", texts.join(", "));
        let evaluated = loader
            .node()
            .evaluate(&text, &limits)
            .unwrap_or_else(|error| panic!("{error}\n{text}"));
        let Evaluated::Module { outcome: Outcome::Value(printed), .. } = evaluated else {
            panic!("it is an expression: {text}")
        };
        let printed = printed.as_list().expect("a list").to_vec();
        for ((fun, printed), mirrored) in funs.iter().zip(printed).zip(mirrored) {
            let Outcome::Value(mirrored) = &mirrored.outcome else { unreachable!("seen above") };
            assert_eq!(printed, *mirrored, "{fun}");
        }
    }
}
