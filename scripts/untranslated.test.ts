import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseAst } from 'vite'
import { expect, it } from 'vitest'

const root = new URL('../', import.meta.url).pathname

/** Attributes and props whose values a person reads or hears. */
const READ =
  /^(?:aria-(?:label|description|roledescription|valuetext)|title|placeholder|alt|label|help|note|what)$/

/** Values of such a prop that are part of a key, not a text. */
const KEYS = new Set(['remove', 'revoke'])

interface Node {
  type: string
  [field: string]: unknown
}

/** Fields of an element in which a person reads what is assigned. */
const FIELDS = /^(?:textContent|innerText|title|placeholder|ariaLabel)$/

/** English by intention: what is said where no text of a language can have arrived. */
const EARLY = new Map([
  ['embed/frame-element.ts', ['Swap']],
  ['embed/placeholder.ts', ['Amount you pay']],
  ['embed/frame-page.ts', ['This page is part of another page.', 'This page may not show the swap.']],
])

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'
const getChildren = (node: Node): Node[] => Object.values(node).flat().filter(isNode)

function isReadField(target: unknown): boolean {
  return isNode(target) && isNode(target.property) && FIELDS.test(String(target.property.name))
}

/** The words in a component that do not come from the texts of a language. */
function findWords(source: string, lang: 'ts' | 'tsx' = 'tsx'): string[] {
  const found: string[] = []
  const add = (text: unknown) => {
    if (typeof text === 'string' && /\p{L}{2}/u.test(text) && !KEYS.has(text)) found.push(text.trim())
  }
  /** The literals that an expression may come to. */
  const addLiterals = (node: unknown): void => {
    if (!isNode(node)) return
    if (node.type === 'Literal') add(node.value)
    if (node.type === 'TemplateLiteral') {
      for (const { value } of node.quasis as { value: { cooked: string } }[]) add(value.cooked)
    }
    if (node.type === 'JSXExpressionContainer') addLiterals(node.expression)
    if (node.type === 'ConditionalExpression') [node.consequent, node.alternate].forEach(addLiterals)
    if (node.type === 'LogicalExpression') addLiterals(node.right)
    if (node.type === 'BinaryExpression') [node.left, node.right].forEach(addLiterals)
  }
  const visit = (node: Node): void => {
    if (node.type === 'JSXText') add(node.value)
    if (node.type === 'JSXElement' || node.type === 'JSXFragment')
      (node.children as Node[]).forEach(addLiterals)
    if (node.type === 'AssignmentExpression' && isReadField(node.left)) addLiterals(node.right)
    if (node.type === 'JSXAttribute' && READ.test(String((node.name as Node).name))) addLiterals(node.value)
    getChildren(node).forEach(visit)
  }
  visit(parseAst(source, { lang }) as unknown as Node)
  return found
}

it('every word that a person reads is a text of the language: none is written in a component', () => {
  const files = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\.tsx?$/.test(file) && !file.includes('.test.'),
  )
  expect(files.length).toBeGreaterThan(400)
  const found = files.flatMap((file) =>
    findWords(readFileSync(join(root, 'src', file), 'utf8'), file.endsWith('x') ? 'tsx' : 'ts')
      .filter((words) => !EARLY.get(file)?.includes(words))
      .map((words) => `${file}: ${words}`),
  )
  expect(found).toEqual([])
})

it('finds words wherever a component may have them', () => {
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
