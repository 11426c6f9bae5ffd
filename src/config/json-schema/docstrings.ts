import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A name and the comment above its declaration. */
export interface Docstring {
  name: string
  description: string
  /** TypeScript source of each example. */
  examples: string[]
}

export interface PublicDocstring extends Docstring {
  /** The first entry of the package that exports it. */
  entry: string
  kind: string
}

const root = join(import.meta.dirname, '../../..')
const COMMENT = String.raw`\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\n`

/** Returns each field of `WidgetConfig`. The examples are values. */
export function readConfigDocs(): Docstring[] {
  return readMembers('src/config/types.ts', 'WidgetConfig')
}

/** Returns each event. The examples are statements. */
export function readEventDocs(): Docstring[] {
  return readMembers('src/events/types.ts', 'WidgetEvents')
}

/**
 * Returns each name that `src/exports` exports, once. Throws for an export that it cannot resolve.
 */
export function readPublicDocs(): PublicDocstring[] {
  const found = new Map<string, PublicDocstring>()
  const files = readdirSync(join(root, 'src/exports')).filter((file) => /^(?!.*\.test).*\.ts$/.test(file))
  // The main entry comes first, because examples import a name of several entries from there.
  for (const file of files.sort((a, b) => Number(b === 'index.ts') - Number(a === 'index.ts'))) {
    for (const { name, local, source } of readExports(file)) {
      if (!found.has(name)) found.set(name, { ...readDeclaration(source, local), name, entry: toEntry(file) })
    }
  }
  return [...found.values()]
}

/** Declarations of the names that examples of public names use without an import. */
const SURROUNDINGS = {
  analytics: 'declare const analytics: { track(name: string, properties: object): void }',
  clients: 'declare const clients: Clients',
  config: 'declare const config: WidgetConfig',
  events: 'declare const events: EventBus',
  request: 'declare const request: PriceRequest',
}

/** Returns the examples as modules by file name. Each imports the public names that it uses. */
export function toModules(documented: readonly Docstring[]): Record<string, string> {
  const names = readPublicDocs()
  const modules = documented.flatMap(({ name, examples }, place) =>
    examples.map((example, index) => {
      const around = Object.entries(SURROUNDINGS).filter(([known]) => uses(example, known))
      const code = [...around.map(([, declaration]) => declaration), example].join('\n')
      const imports = names
        .filter((known) => uses(code, known.name))
        .map(({ name, kind, entry }) => {
          const isType = kind === 'type' || kind === 'interface'
          return `import ${isType ? 'type ' : ''}{ ${name} } from '${entry}'`
        })
      // Exported, because the compiler reports an unused declaration.
      const exported = example.replace(/^(async function|const|function) /gm, 'export $1 ')
      const lines = [...imports, ...around.map(([, declaration]) => declaration), exported, 'export {}']
      // Numbered, because `messages` and `Messages` are one file on some systems.
      return [`example-${place}-${index}-${name}.tsx`, `${lines.join('\n')}\n`] as const
    }),
  )
  return Object.fromEntries(modules)
}

/** Returns whether code uses a name that it neither declares nor imports. */
function uses(code: string, name: string): boolean {
  const isOwn = new RegExp(`(const|function) ${name}\\b|^import .*\\b${name}\\b`, 'm').test(code)
  return !isOwn && new RegExp(`(?<![\\w'"/-])(?<!(?<!\\.\\.)\\.)${name}\\b(?!['":=-])`).test(code)
}

function readExports(file: string): { name: string; local: string; source: string }[] {
  const path = `src/exports/${file}`
  const code = readFileSync(join(root, path), 'utf8')
  const lists = [...code.matchAll(/^export (?:type )?\{([^}]*)\} from '\.\.\/(.*)'$/gm)]
  const declared = [...code.matchAll(/^export declare const (\w+)/gm)]
  if (lists.length + declared.length !== code.match(/^export /gm)?.length) {
    throw new Error(`${path}: expected lists of names and their files, or declarations`)
  }
  return [
    ...declared.map(([, name = '']) => ({ name, local: name, source: path })),
    ...lists.flatMap(([, list = '', from = '']) =>
      [...list.matchAll(/(?:type )?(\w+)(?: as (\w+))?,?/g)].map(([, local = '', name = local]) => {
        const source = from.startsWith('../') ? from.slice(3) : `src/${from}`
        return { name, local, source }
      }),
    ),
  ]
}

function readDeclaration(source: string, name: string): Docstring & { kind: string } {
  const code = readFileSync(join(root, source), 'utf8')
  const declaration = `^export (?:declare )?(?:async )?(function|const|class|interface|type) ${name}\\b`
  const [found, comment = '', kind = ''] = new RegExp(`(?:${COMMENT})?${declaration}`, 'm').exec(code) ?? []
  if (found === undefined) throw new Error(`${source}: expected a declaration of ${name}`)
  return { ...readComment(comment), name, kind }
}

function readMembers(source: string, name: string): Docstring[] {
  const code = readFileSync(join(root, source), 'utf8')
  const [, body = ''] = code.match(new RegExp(`export interface ${name} \\{\n([\\s\\S]*?)\n\\}`)) ?? []
  const members = body.matchAll(new RegExp(`(?:^ {2}${COMMENT})?^ {2}(\\w+)\\??: `, 'gm'))
  return [...members].map(([, comment = '', member = '']) => ({ ...readComment(comment), name: member }))
}

function readComment(comment: string): Omit<Docstring, 'name'> {
  const [text = '', ...examples] = comment.replace(/\n\s*\* ?/g, '\n').split('@example')
  return {
    description: text.replace(/\s+/g, ' ').trim(),
    examples: examples.map((example) => example.trim()),
  }
}

function toEntry(file: string): string {
  if (file === 'index.ts') return '@sluice/widget'
  return file === 'language.ts' ? '@sluice/widget/languages/de' : `@sluice/widget/${file.replace('.ts', '')}`
}
