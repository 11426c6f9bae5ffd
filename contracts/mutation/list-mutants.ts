import { readSources, runCompiler, type Sources } from '../compile.ts'

/** One small change to one source file. */
export interface Mutant {
  /** File, function, original and replacement, so that the id does not depend on the line. */
  id: string
  /** Path of the source, relative to `contracts/`. */
  path: string
  line: number
  /** Content of the changed file. */
  content: string
}

/** A node of the compiler's syntax tree; its fields depend on its type. */
interface Node {
  nodeType: string
  src: string
  name?: string
  operator?: string
  kind?: string
  condition?: Node
  leftExpression?: Node
  rightExpression?: Node
  falseBody?: Node
  arguments?: Node[]
  functionName?: { name: string }
}

interface Change {
  node: Node
  to: string
  /** True if the change includes the end of the statement. */
  isStatement?: boolean
}

/** Typical mistakes in guards. `==` and `!=` are each other's negation. */
const SWAPS: Record<string, string> = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '==': '!=',
  '!=': '==',
  '&&': '||',
  '||': '&&',
}

/**
 * Every mutant of the contracts: each condition negated, forced true and forced false; each
 * comparison off by one or reversed; each half of a conjunction or disjunction removed, or joined
 * by the other operator; each statement with an effect or a revert removed.
 */
export async function listMutants(): Promise<Mutant[]> {
  const sources = readSources('src')
  const trees = await parse(sources)
  return Object.entries(sources).flatMap(([path, { content }]) => {
    const source = Buffer.from(content)
    const seen = new Map<string, number>()
    return changesIn(trees[path]?.ast, source).map(({ change, scope }) => {
      const mutated = apply(change, source)
      const label = `${path.replace('src/', '')} ${scope}: ${mutated.from} => ${mutated.to}`
      const count = (seen.get(label) ?? 0) + 1
      seen.set(label, count)
      const id = count === 1 ? label : `${label} (${count})`
      return { id, path, line: mutated.line, content: mutated.content }
    })
  })
}

async function parse(sources: Sources) {
  const output = await runCompiler<{ sources: Record<string, { ast: Node }> }>(sources, {
    stopAfter: 'parsing',
    outputSelection: { '*': { '': ['ast'] } },
  })
  return output.sources
}

/** In source order, with the enclosing function. */
function changesIn(tree: unknown, source: Buffer): { change: Change; scope: string }[] {
  const found: { change: Change; scope: string }[] = []
  const visit = (value: unknown, scope: string) => {
    if (Array.isArray(value)) {
      for (const item of value) visit(item, scope)
      return
    }
    if (!isNode(value)) return
    const within = value.nodeType === 'FunctionDefinition' ? value.name || value.kind || scope : scope
    found.push(...getChanges(value, source).map((change) => ({ change, scope: within })))
    for (const [key, child] of Object.entries(value)) {
      // Forcing the condition to false covers reverts.
      const isGuarded = key === 'trueBody' && isRevert(child) && !value.falseBody
      if (!isGuarded) visit(child, within)
    }
  }
  visit(tree, '')
  return found
}

function isRevert(value: unknown): boolean {
  return isNode(value) && value.nodeType === 'RevertStatement'
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'nodeType' in value && 'src' in value
}

function getChanges(node: Node, source: Buffer): Change[] {
  switch (node.nodeType) {
    case 'IfStatement':
    case 'Conditional':
      return node.condition ? changesOfCondition(node.condition, source) : []
    case 'BinaryOperation':
      return changesOfOperation(node, source)
    case 'YulFunctionCall':
      return changesOfYul(node, source)
    case 'ExpressionStatement':
    case 'EmitStatement':
      return [{ node, to: '{}', isStatement: true }]
    case 'RevertStatement':
      return [{ node, to: '{}', isStatement: true }]
    default:
      return []
  }
}

function changesOfCondition(node: Node, source: Buffer): Change[] {
  const forced = ['true', 'false'].map((to) => ({ node, to }))
  const isEquality = node.operator === '==' || node.operator === '!='
  return isEquality ? forced : [{ node, to: `!(${getText(node, source)})` }, ...forced]
}

function changesOfOperation(node: Node, source: Buffer): Change[] {
  const { operator = '', leftExpression: left, rightExpression: right } = node
  const swapped = SWAPS[operator]
  if (!swapped || !left || !right) return []
  const [before, after] = [getOperand(left, source), getOperand(right, source)]
  const changes = [{ node, to: `${before} ${swapped} ${after}` }]
  if (operator !== '&&' && operator !== '||') return changes
  return [...changes, { node, to: before }, { node, to: after }]
}

/** Conditions in assembly. */
function changesOfYul(node: Node, source: Buffer): Change[] {
  const { functionName, arguments: operands = [] } = node
  if (functionName?.name === 'and') return operands.map((operand) => ({ node, to: getText(operand, source) }))
  if (functionName?.name !== 'gt' && functionName?.name !== 'eq') return []
  return [{ node, to: `iszero(${getText(node, source)})` }]
}

function range({ src }: Node): [start: number, end: number] {
  const [start = 0, length = 0] = src.split(':').map(Number)
  return [start, start + length]
}

function getText(node: Node, source: Buffer): string {
  return source.subarray(...range(node)).toString()
}

function apply({ node, to, isStatement }: Change, source: Buffer) {
  const [start, nodeEnd] = range(node)
  const end = isStatement ? source.indexOf(';', nodeEnd) + 1 : nodeEnd
  const [before, after] = [source.subarray(0, start).toString(), source.subarray(end).toString()]
  return {
    from: onOneLine(getText(node, source)),
    to: onOneLine(to),
    line: before.split('\n').length,
    content: `${before}${to}${after}`,
  }
}

/** Adds parentheses if the precedence of a neighboring operator requires them. */
function getOperand(node: Node, source: Buffer): string {
  const text = getText(node, source)
  return node.nodeType === 'BinaryOperation' && SWAPS[node.operator ?? ''] ? `(${text})` : text
}

function onOneLine(code: string): string {
  return code.replace(/\s+/g, ' ')
}
