import { createRequire } from 'node:module'
import { parseSync } from 'oxc-parser'
import { OLDEST_BROWSERS } from './browser-support.mjs'

const { api, javascript } = createRequire(import.meta.url)('@mdn/browser-compat-data')

/** Objects of every page, and their interfaces. */
const GLOBALS = {
  caches: 'CacheStorage',
  crypto: 'Crypto',
  document: 'Document',
  history: 'History',
  localStorage: 'Storage',
  location: 'Location',
  navigator: 'Navigator',
  performance: 'Performance',
}
const WINDOW = new Set(['window', 'globalThis', 'self'])

/**
 * Interfaces whose newer methods are found by name. The method names of other interfaces are too
 * common.
 */
const INTERFACES = [
  'AbortSignal',
  'Blob',
  'CSSStyleSheet',
  'Document',
  'Element',
  'HTMLDialogElement',
  'HTMLElement',
  'HTMLInputElement',
  'Headers',
  'Node',
  'Request',
  'Response',
  'ShadowRoot',
  'URLSearchParams',
]

const newer = new Map()
const byMember = collectMembers()

/**
 * Returns the features of a script that one of the oldest supported browsers lacks, such as
 * `URL.canParse`. A use is guarded if its function, or an enclosing function, tests for the same
 * member.
 */
export function findNewerFeatures(code, file = 'script.js') {
  const { program, errors } = parseSync(file, code, { sourceType: 'module' })
  if (errors.length) throw new Error(`Cannot parse ${file}: ${errors[0].message}`)
  const declared = collectNames(program)
  const found = new Set()
  walk(program, [], (node, ancestors) => {
    for (const { feature, member } of readFeatures(node, ancestors, declared)) {
      if (!isGuarded(member, ancestors)) found.add(feature)
    }
  })
  return [...found].sort()
}

function* readFeatures(node, ancestors, declared) {
  const parent = ancestors.at(-1)
  const isGlobal = (name) => !declared.has(name)
  if (node.type === 'MemberExpression' && !node.computed && node.property.type === 'Identifier') {
    const member = node.property.name
    const object =
      node.object.type === 'Identifier' && isGlobal(node.object.name) ? node.object.name : undefined
    if (object && WINDOW.has(object)) {
      if (isNewGlobal(member)) yield { feature: member, member }
    } else if (object && isNewStatic(object, member)) {
      yield { feature: `${object}.${member}`, member }
    } else if (
      parent?.type === 'CallExpression' &&
      parent.callee === node &&
      !object &&
      byMember.get(member)
    ) {
      if (!isNamespace(node.object, ancestors[0])) yield { feature: `.${member}()`, member }
    }
  }
  if (node.type === 'CallExpression' && node.callee.type === 'Identifier' && isGlobal(node.callee.name)) {
    const { name } = node.callee
    if (isNewGlobal(name)) yield { feature: `${name}()`, member: name }
  }
  if (node.type === 'NewExpression' && node.callee.type === 'Identifier' && isGlobal(node.callee.name)) {
    const { name } = node.callee
    if (isNewGlobal(name) || isNewer(api[name]?.[name])) yield { feature: `new ${name}`, member: name }
  }
  if (node.type === 'Literal' && node.regex?.flags.includes('v')) yield { feature: 'the flag v of a pattern' }
  if (node.attributes?.length && /^(Import|Export)/.test(node.type)) yield { feature: 'import attributes' }
  if (node.type === 'VariableDeclaration' && /using/.test(node.kind)) yield { feature: 'using' }
}

function isNewStatic(object, member) {
  const type = GLOBALS[object] ?? object
  const own = api[type]?.[`${member}_static`] ?? (GLOBALS[object] && api[type]?.[member])
  return isNewer(own ?? javascript.builtins[object]?.[member])
}

const isNewGlobal = (name) => isNewer(api[name] ?? api.Window?.[name] ?? javascript.builtins[name])

/**
 * Returns whether one of the oldest supported browsers lacks a feature or needs a prefix or a flag
 * for it.
 */
function isNewer(feature) {
  if (!feature?.__compat) return false
  if (!newer.has(feature)) newer.set(feature, Object.entries(OLDEST_BROWSERS).some(isMissingIn(feature)))
  return newer.get(feature)
}

function isMissingIn({ __compat: { support } }) {
  return ([browser, oldest]) => {
    const statements = [support[browser] ?? []].flat()
    return !statements.some(
      ({ version_added: added, version_removed: removed, partial_implementation: isPartial, ...how }) =>
        typeof added === 'string' &&
        // A later version replaces a partial implementation.
        (!removed || isPartial) &&
        !(how.prefix || how.alternative_name || how.flags) &&
        isAtMost(added, oldest),
    )
  }
}

function isAtMost(version, limit) {
  if (version === 'preview') return false
  const [one, two] = [version, limit].map((text) => text.replace('≤', '').split('.').map(Number))
  return one[0] === two[0] ? (one[1] ?? 0) <= (two[1] ?? 0) : one[0] < two[0]
}

/**
 * Maps the name of each instance method to whether every type that has it is newer than the oldest
 * browsers.
 */
function collectMembers() {
  const members = new Map()
  const types = Object.values(javascript.builtins)
  const looked = [
    ...types,
    ...Object.values(javascript.builtins.Intl),
    ...INTERFACES.map((name) => api[name]),
  ]
  for (const type of [...looked, ...Object.values(api)]) {
    for (const [name, feature] of Object.entries(type)) {
      if (name.startsWith('__') || !feature?.__compat || !(members.has(name) || looked.includes(type)))
        continue
      members.set(name, (members.get(name) ?? true) && isNewer(feature))
    }
  }
  return members
}

/** Returns all names that a script declares or imports. */
function collectNames(program) {
  const names = new Set()
  const add = (pattern) => {
    if (!pattern) return
    if (pattern.type === 'Identifier') names.add(pattern.name)
    for (const part of [
      pattern.left,
      pattern.argument,
      ...(pattern.elements ?? []),
      ...(pattern.properties ?? []).map((property) => property.value ?? property),
    ])
      add(part)
  }
  walk(program, [], (node) => {
    if (node.type === 'VariableDeclarator') add(node.id)
    if (/^(Function|Class)/.test(node.type)) add(node.id)
    if (/Function/.test(node.type)) for (const param of node.params ?? []) add(param)
    if (node.type === 'CatchClause') add(node.param)
    if (node.local?.type === 'Identifier' && /^Import/.test(node.type)) names.add(node.local.name)
  })
  return names
}

/** Returns whether an object is a namespace import, whose members are exports. */
function isNamespace(object, program) {
  return (
    object.type === 'Identifier' &&
    program.body.some(({ type, specifiers }) =>
      specifiers?.some(
        (one) =>
          type === 'ImportDeclaration' &&
          one.type === 'ImportNamespaceSpecifier' &&
          one.local.name === object.name,
      ),
    )
  )
}

const tests = new WeakMap()

function isGuarded(member, ancestors) {
  return ancestors.some((node) => /Function|Program/.test(node.type) && testedIn(node).has(member))
}

/** Returns the members that a function tests for, without the functions inside it. */
function testedIn(scope) {
  const known = tests.get(scope)
  if (known) return known
  const tested = new Set()
  tests.set(scope, tested)
  const addTest = (node) => {
    if (node?.type === 'MemberExpression') tested.add(node.property.name)
    if (node?.type === 'Identifier') tested.add(node.name)
    if (node?.type === 'UnaryExpression') addTest(node.argument)
    if (node?.type === 'ChainExpression') addTest(node.expression)
    if (node?.type === 'LogicalExpression') for (const side of [node.left, node.right]) addTest(side)
    if (node?.type === 'BinaryExpression') {
      if (node.operator === 'in' && node.left.type === 'Literal') tested.add(node.left.value)
      else for (const side of [node.left, node.right]) addTest(side)
    }
  }
  const visit = (node) => {
    if (/^(If|Conditional)/.test(node.type)) addTest(node.test)
    if (node.type === 'LogicalExpression') addTest(node.left)
    if (node.type === 'UnaryExpression' && node.operator === 'typeof') addTest(node.argument)
    if (node.optional) addTest(node.callee ?? node.object)
  }
  walk(scope, [], visit, (node) => node === scope || !/Function/.test(node.type))
  return tested
}

function walk(node, ancestors, visit, enters = () => true) {
  if (!enters(node)) return
  visit(node, ancestors)
  const inside = [...ancestors, node]
  for (const value of Object.values(node)) {
    for (const child of [value].flat()) {
      if (child && typeof child.type === 'string') walk(child, inside, visit, enters)
    }
  }
}
