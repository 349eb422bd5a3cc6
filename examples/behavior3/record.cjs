// Records what behavior3js answers: cases.jsonl is its output. In an empty folder:
//   npm install --ignore-scripts behavior3js@0.2.2
//   NODE_PATH=node_modules node .../record.cjs >.../cases.jsonl
// A leaf of a letter answers by its script, the last answer for ever. The clock is the case's: tick k
// is at k times dt. SubTree, which behavior3js leaves to games, gives the tree of its file a tick.
const b3 = require('behavior3js');

let now = 0;
let executed = 0;
let visits = [];
global.Date = class { getTime() { return now; } };
global.b3 = b3;

const statuses = { success: b3.SUCCESS, failure: b3.FAILURE, running: b3.RUNNING };
const words = { [b3.SUCCESS]: 'success', [b3.FAILURE]: 'failure', [b3.RUNNING]: 'running', [b3.ERROR]: 'error' };

const execute = b3.BaseNode.prototype._execute;
b3.BaseNode.prototype._execute = function (tick) {
  if (++executed > 2000) throw new Error('it hangs');
  return execute.call(this, tick);
};

function load(spec, c, calls) {
  const names = { SubTree: b3.Class(b3.Action, {
    name: 'SubTree',
    initialize(properties) {
      b3.Action.prototype.initialize.call(this);
      this.tree = load(structuredClone(c.files[properties.file]), c, calls);
    },
    tick(tick) { return this.tree.tick(tick.target, tick.blackboard); },
  }) };
  for (const name of Object.keys(c.leaves)) {
    names[name] = b3.Class(b3.Action, { name, tick() {
      const script = c.leaves[name];
      const answer = script[Math.min(calls[name]++, script.length - 1)];
      visits.push(name + '=' + answer);
      return statuses[answer];
    } });
  }
  for (const n of Object.values(spec.nodes)) n.properties ??= {}; // as the editor writes them
  const t = new b3.BehaviorTree();
  t.load(spec, names);
  return t;
}

function record(c) {
  const calls = Object.fromEntries(Object.keys(c.leaves).map((name) => [name, 0]));
  const board = new b3.Blackboard();
  const t = load(structuredClone(c.tree), c, calls);
  c.want = [];
  for (let k = 0; k < c.ticks; k++) {
    now = Math.round(k * c.dt * 1000);
    visits = [];
    executed = 0;
    const status = words[t.tick({}, board)];
    c.want.push([status, ...visits].join(' '));
  }
  return c;
}

// node writes trees short: [name, properties, ...children]. The order of the file is another one than
// that of the tree.
function spec(short) {
  const nodes = [];
  const add = ([name, properties, ...kids]) => {
    const id = 'n' + nodes.length;
    const n = { name };
    if (Object.keys(properties).length) n.properties = properties;
    nodes.push([id, n]);
    const ids = kids.map(add);
    if (/Priority|Sequence/.test(name)) n.children = ids;
    else if (ids.length) n.child = ids[0];
    return id;
  };
  const root = add(short);
  const third = Math.floor(nodes.length / 3);
  return { root, nodes: Object.fromEntries([...nodes.slice(third), ...nodes.slice(0, third)]) };
}

const cases = [];
function add(name, short, leaves, ticks, files = {}) {
  for (const f of Object.keys(files)) files[f] = spec(files[f]);
  cases.push(record({ name, tree: spec(short), files, dt: 0.1, leaves, ticks }));
}

const [S, F, R] = ['success', 'failure', 'running'];
add('priority-goes-on-after-failure', ['Priority', {}, ['a', {}], ['b', {}], ['c', {}]], { a: [F], b: [R, S, F], c: [S] }, 4);
add('priority-without-children-fails', ['Priority', {}], {}, 2);
add('priority-passes-on-an-error', ['Priority', {}, ['a', {}], ['Error', {}], ['b', {}]], { a: [F], b: [S] }, 2);
add('priority-asks-from-the-first-again', ['Priority', {}, ['a', {}], ['b', {}]], { a: [F, F, S], b: [R] }, 4);
add('sequence-begins-anew', ['Sequence', {}, ['a', {}], ['b', {}], ['c', {}]], { a: [S], b: [R, R, S], c: [S, F] }, 5);
add('sequence-without-children-succeeds', ['Sequence', {}], {}, 2);
add('mem-sequence-goes-on', ['MemSequence', {}, ['a', {}], ['b', {}], ['c', {}]], { a: [S], b: [R, R, S], c: [S, F] }, 6);
add('mem-priority-goes-on', ['MemPriority', {}, ['a', {}], ['b', {}], ['c', {}]], { a: [F, S], b: [R, F, S], c: [R, S] }, 6);
add('inverter', ['Inverter', {}, ['a', {}]], { a: [S, F, R, S] }, 4);
add('inverter-passes-on-an-error', ['Inverter', {}, ['Error', {}]], {}, 1);
add('limiter-never-limits', ['Priority', {}, ['Limiter', { maxLoop: 2 }, ['a', {}]], ['b', {}]], { a: [S, F, S, R, S, S, F], b: [S] }, 9);
add('max-time-asks-its-child-first', ['MaxTime', { maxTime: 200 }, ['a', {}]], { a: [R, R, R, S, S] }, 7);
add('max-time-is-over-later', ['MaxTime', { maxTime: 250 }, ['a', {}]], { a: [R] }, 10);
add('max-time-leaves-its-child-open', ['Priority', {}, ['MaxTime', { maxTime: 200 }, ['MemSequence', {}, ['a', {}], ['Wait', { milliseconds: 700 }]]], ['b', {}]], { a: [S], b: [R] }, 16);
add('max-time-within-max-time', ['Priority', {}, ['MaxTime', { maxTime: 300 }, ['Repeater', { maxLoop: -1 }, ['MaxTime', { maxTime: 100 }, ['Wait', { milliseconds: 350 }]]]], ['a', {}]], { a: [R, S] }, 16);
add('repeater-in-one-tick', ['Repeater', { maxLoop: 3 }, ['a', {}]], { a: [S, F, S, R, S, S, S, F] }, 3);
add('repeater-breaks-off-at-an-error', ['Repeater', { maxLoop: 3 }, ['Priority', {}, ['a', {}], ['Error', {}]]], { a: [S, F] }, 2);
add('repeater-of-zero-is-without-end', ['Repeater', { maxLoop: 0 }, ['a', {}]], { a: [S, S, R, F, R] }, 3);
add('repeat-until-failure', ['RepeatUntilFailure', {}, ['a', {}]], { a: [S, S, F, R, S, F] }, 4);
add('repeat-until-failure-ends-with-success', ['RepeatUntilFailure', { maxLoop: 2 }, ['a', {}]], { a: [S, R, S, S, F] }, 4);
add('repeat-until-success', ['RepeatUntilSuccess', {}, ['a', {}]], { a: [F, F, S, R, F, S] }, 4);
add('repeat-until-success-ends-with-failure', ['RepeatUntilSuccess', { maxLoop: 2 }, ['a', {}]], { a: [F, R, F, F, S] }, 4);
add('wait-is-over-later', ['Sequence', {}, ['Wait', { milliseconds: 200 }], ['a', {}]], { a: [S] }, 9);
add('wait-for-nothing', ['Wait', {}], {}, 5);
add('a-branch-that-is-left-stays-open', ['Priority', {}, ['a', {}], ['Wait', { milliseconds: 300 }]], { a: [F, F, R, R, R, F] }, 10);
add('what-stands-below-it-is-closed', ['Priority', {}, ['a', {}], ['Inverter', {}, ['Wait', { milliseconds: 300 }]]], { a: [F, F, R, R, R, F] }, 12);
add('a-mem-sequence-that-is-left-goes-on', ['Priority', {}, ['a', {}], ['MemSequence', {}, ['b', {}], ['c', {}]]], { a: [F, F, R, F], b: [S], c: [R] }, 6);
add('all-is-closed-when-the-tree-ends', ['Priority', {}, ['a', {}], ['Wait', { milliseconds: 300 }]], { a: [F, F, S, F] }, 10);
add('runner-and-failer', ['Priority', {}, ['Failer', {}], ['Inverter', {}, ['Succeeder', {}]], ['Runner', {}]], {}, 2);
add('a-subtree-keeps-its-place', ['Priority', {}, ['a', {}], ['SubTree', { file: 's.json' }]], { a: [F, F, R, F], b: [S], c: [R, R, R, S] }, 8,
  { 's.json': ['MemSequence', {}, ['b', {}], ['Wait', { milliseconds: 100 }], ['c', {}]] });
add('two-uses-of-a-subtree', ['Sequence', {}, ['SubTree', { file: 's.json' }], ['SubTree', { file: 's.json' }]], { a: [S, R, S] }, 8,
  { 's.json': ['MemSequence', {}, ['a', {}], ['Wait', { milliseconds: 100 }]] });

let seed = 12345;
const draw = (n) => { seed = (seed * 1103515245 + 12345) % 2147483648; return Math.floor(seed / 65536) % n; };
const pick = (list) => list[draw(list.length)];
function random(depth, leaves, files) {
  const kid = () => random(depth - 1, leaves, files);
  const kids = () => Array.from({ length: 1 + draw(3) }, kid);
  switch (depth > 0 ? draw(11) : 11 + draw(4)) {
    case 0: return ['Priority', {}, ...kids()];
    case 1: return ['Sequence', {}, ...kids()];
    case 2: return ['MemPriority', {}, ...kids()];
    case 3: return ['MemSequence', {}, ...kids()];
    case 4: return ['Inverter', {}, kid()];
    case 5: return ['Limiter', { maxLoop: 1 + draw(3) }, kid()];
    case 6: return ['MaxTime', { maxTime: 100 * (1 + draw(6)) }, kid()];
    case 7: return ['Repeater', { maxLoop: pick([-1, 1, 2, 3]) }, kid()];
    case 8: return ['RepeatUntilFailure', { maxLoop: pick([-1, 2, 3]) }, kid()];
    case 9: return ['RepeatUntilSuccess', { maxLoop: pick([-1, 2, 3]) }, kid()];
    case 10: return files ? ['SubTree', { file: pick(['s.json', 't.json']) }] : kid();
    case 11: return [pick(['Error', 'Failer', 'Runner', 'Succeeder']), {}];
    case 12: return ['Wait', { milliseconds: 50 * draw(10) }];
    default: return [pick(leaves), {}];
  }
}
for (let n = 0; cases.length < 110; n++) {
  const leaves = ['a', 'b', 'c', 'd'];
  const files = { 's.json': random(2, leaves), 't.json': random(2, leaves) };
  const tree = random(4, leaves, files);
  const scripts = Object.fromEntries(leaves.map((l) => [l, Array.from({ length: 1 + draw(8) }, () => pick([S, F, R, R]))]));
  if (JSON.stringify(tree).split('[').length < 5) continue;
  try {
    add('random-' + n, tree, scripts, 12, files);
  } catch (e) {
    if (e.message !== 'it hangs') throw e;
  }
}
for (const c of cases) console.log(JSON.stringify(c));
