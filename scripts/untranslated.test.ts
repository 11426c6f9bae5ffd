import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseAst } from 'vite'
import { expect, it } from 'vitest'

const root = new URL('../', import.meta.url).pathname

/** Attributes and props whose values users read. */
const READ_ATTRIBUTES =
  /^(?:aria-(?:label|description|roledescription|valuetext)|title|placeholder|alt|label|help|note|what)$/

/** Values of such a prop that are part of a translation key. */
const KEY_PARTS = new Set(['remove', 'revoke'])

interface Node {
  type: string
  [field: string]: unknown
}

/** Fields of an element whose values users read. */
const READ_FIELDS = /^(?:textContent|innerText|title|placeholder|ariaLabel)$/

/** English texts that are shown before a language has loaded. */
const ENGLISH_TEXTS = new Map([
  ['embed/frame-element.ts', ['Swap']],
  ['embed/placeholder.ts', ['Amount you pay']],
  ['embed/frame-page.ts', ['This page is part of another page.', 'This page may not show the swap.']],
])

/** Properties of objects whose values users may read. */
const READ_PROPERTIES = /^(?:name|label|title|text|message|help|note|description|placeholder|alt|ariaLabel)$/

/** Files whose objects contain English text, and the reason. */
const ENGLISH_OBJECTS: [where: RegExp, why: string][] = [
  [/^i18n\//, 'the texts themselves'],
  [/^errors\/|\/fixtures\//, 'the English of the error codes, which the texts repeat; made up for tests'],
  [/^config\/json-schema\//, 'descriptions in the published schemas'],
  [/^doctor\//, 'findings for the developer who runs the doctor'],
  [
    /^chain\/token-metadata\.ts|^execution\/machine\/abandoned-error\.ts/,
    'for the log of the host: screens show the code',
  ],
  [/^execution\/processes\.ts/, 'part of the events'],
  [/^pages\/wallet\/wallet-links\.ts/, 'brands'],
]

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'
const getChildren = (node: Node): Node[] => Object.values(node).flat().filter(isNode)

function isReadField(target: unknown): boolean {
  return isNode(target) && isNode(target.property) && READ_FIELDS.test(String(target.property.name))
}

/** Returns the literals that an expression may evaluate to. */
function getLiterals(node: unknown): string[] {
  if (!isNode(node)) return []
  switch (node.type) {
    case 'Literal':
      return typeof node.value === 'string' ? [node.value] : []
    case 'TemplateLiteral':
      return (node.quasis as { value: { cooked: string } }[]).map(({ value }) => value.cooked)
    case 'JSXExpressionContainer':
      return getLiterals(node.expression)
    case 'ConditionalExpression':
      return [node.consequent, node.alternate].flatMap(getLiterals)
    case 'LogicalExpression':
      return getLiterals(node.right)
    case 'BinaryExpression':
      return [node.left, node.right].flatMap(getLiterals)
    default:
      return []
  }
}

/** Returns the results of `read` for each node of a source. */
function findIn(source: string, lang: 'ts' | 'tsx', read: (node: Node) => string[]): string[] {
  const visit = (node: Node): string[] => [...read(node), ...getChildren(node).flatMap(visit)]
  return visit(parseAst(source, { lang }) as unknown as Node).map((text) => text.trim())
}

/** Returns the texts in a component that are not translated. */
function findWords(source: string, lang: 'ts' | 'tsx' = 'tsx'): string[] {
  return findIn(source, lang, (node) => {
    const found: string[] = []
    if (node.type === 'JSXText') found.push(String(node.value))
    if (node.type === 'JSXElement' || node.type === 'JSXFragment')
      found.push(...(node.children as Node[]).flatMap(getLiterals))
    if (node.type === 'AssignmentExpression' && isReadField(node.left)) found.push(...getLiterals(node.right))
    if (node.type === 'JSXAttribute' && READ_ATTRIBUTES.test(String((node.name as Node).name)))
      found.push(...getLiterals(node.value))
    return found.filter((text) => /\p{L}{2}/u.test(text) && !KEY_PARTS.has(text))
  })
}

/** Returns the texts of at least two words in properties of objects that a component may show. */
function findSentences(source: string, lang: 'ts' | 'tsx' = 'tsx'): string[] {
  return findIn(source, lang, (node) => {
    const key = node.type === 'Property' && isNode(node.key) ? (node.key.name ?? node.key.value) : ''
    if (!READ_PROPERTIES.test(String(key))) return []
    return getLiterals(node.value).filter((text) => /\p{L}{2}\s+\p{L}{2}/u.test(text))
  })
}

const files = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' }).filter(
  (file) => /\.tsx?$/.test(file) && !file.includes('.test.') && !file.startsWith('testing/'),
)
const readIn = (file: string, find: typeof findWords) =>
  find(readFileSync(join(root, 'src', file), 'utf8'), file.endsWith('x') ? 'tsx' : 'ts')

it('has no untranslated text in a component', () => {
  expect(files.length).toBeGreaterThan(400)
  const found = files.flatMap((file) =>
    readIn(file, findWords)
      .filter((words) => !ENGLISH_TEXTS.get(file)?.includes(words))
      .map((words) => `${file}: ${words}`),
  )
  expect(found).toEqual([])
})

it('has no untranslated text in an object that a component may show', () => {
  const read = files.filter((file) => !ENGLISH_OBJECTS.some(([where]) => where.test(file)))
  expect(read.flatMap((file) => readIn(file, findSentences).map((words) => `${file}: ${words}`))).toEqual([])
  const unused = ENGLISH_OBJECTS.filter(([where]) => !files.some((file) => where.test(file)))
  expect(unused).toEqual([])
})

it('finds text in every position of a component', () => {
  const source = `
    const a = <p title="In a title" className="unread">In a text {isIt ? 'In a choice' : t('action.back')}</p>
    const b = <Field label={isIt && \`In a template of \${token}\`}>{count} ({'and'}) · 1</Field>
    element.textContent = isIt ? 'In a field' : text`
  expect(findWords(source).sort()).toEqual([
    'In a choice',
    'In a field',
    'In a template of',
    'In a text',
    'In a title',
    'and',
  ])
})

it('finds text in the properties of objects', () => {
  const source = `
    const LEGACY = { id: 'injected', name: 'Browser wallet', icon: undefined }
    const notice = { 'title': isIt ? 'Not now' : text, help: \`Wait for \${token}\`, text: 'rgb(0, 0, 0)', key: 'Not read' }`
  expect(findSentences(source)).toEqual(['Browser wallet', 'Not now', 'Wait for'])
})
