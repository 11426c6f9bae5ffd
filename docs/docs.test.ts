import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { buildSchema, parse as parseGraphql, validate } from 'graphql'
import * as v from 'valibot'
import { parseAst, preprocessCSS, resolveConfig as resolveViteConfig } from 'vite'
import { describe, expect, it } from 'vitest'
import { parse as parseYaml } from 'yaml'
import { INTERFACES } from '../service/http/openapi-operations.ts'
import {
  readConfigDocs,
  readEventDocs,
  readPublicDocs,
  toModules,
} from '../src/config/json-schema/docstrings.ts'
import { CONFIG_FIELDS, resolveConfig } from '../src/config/resolve-config.ts'
import { OBSERVED_ATTRIBUTES } from '../src/embed/attributes.ts'
import { ERROR_CODES, type ErrorCode } from '../src/errors/codes.ts'
import { SluiceError } from '../src/errors/sluice-error.ts'
import { EVENT_NAMES } from '../src/events/event-names.ts'
import { MOCK_SCENARIOS } from '../src/testing/mock/mock-scenarios.ts'
import { PARTS } from '../src/theme/parts.ts'
import * as tokenQueries from '../wire/token-queries.ts'
import { HTTP_EXAMPLES, type HttpExample } from './http-examples.ts'
import { createLlmsFullText, createLlmsText } from './llms.ts'
import { readPages } from './pages.ts'

const root = join(import.meta.dirname, '..')
const pages = readPages()

/** Returns the code blocks in these languages, each named by its page and position. */
function getBlocks(...languages: string[]): { name: string; code: string }[] {
  return pages.flatMap(({ path, markdown }) =>
    [...markdown.matchAll(/^```(\w+)(?: \[[^\]]+\])?\n([\s\S]*?)^```$/gm)].flatMap(
      ([, language = '', code = ''], index) =>
        languages.includes(language) ? [{ name: `${path}-${index}`, code }] : [],
    ),
  )
}

/** Returns a module that checks the examples of all config fields against their types. */
function configExamples(): string {
  const values = readConfigDocs().flatMap(({ name, examples }) =>
    examples.map((example) => `void ((${example}) satisfies WidgetConfig['${name}'])`),
  )
  return `import type { QueryClient } from '@tanstack/react-query'
import type { WidgetConfig } from '@sluice/widget'
declare const openConnectModal: () => void
declare const isAllowed: (account: string) => Promise<boolean>
declare const pricesUsd: Record<string, number>
declare const projectId: string
declare const queryClient: QueryClient
declare const tokenList: { tokens: { chainId: number; address: \`0x\${string}\` }[] }
declare const wallet: { provider: { request(args: { method: string; params?: unknown }): Promise<unknown> } }
${values.join('\n')}
`
}

describe('the config fields', () => {
  const fields = readConfigDocs()

  it('are all documented', () => {
    expect(fields.map(({ name }) => name).sort()).toEqual([...CONFIG_FIELDS].sort())
  })

  it.each(fields)('$name has a description, a default and an example', (field) => {
    expect(field.description.length).toBeGreaterThan(20)
    expect(field.description).toMatch(/\b([Dd]efault|Required\b)/)
    expect(field.examples).not.toEqual([])
  })
})

describe('the public names and the events', () => {
  const names = [...readPublicDocs(), ...readEventDocs()]

  it('are all documented', () => {
    expect(names.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['SwapWidget', 'create', 'messages']),
    )
    expect(readEventDocs().map(({ name }) => name)).toEqual(EVENT_NAMES)
  })

  it('have a description', () => {
    expect(names.filter(({ description }) => description.length < 20).map(({ name }) => name)).toEqual([])
  })

  it('have an example', () => {
    expect(names.filter(({ examples }) => examples.length === 0).map(({ name }) => name)).toEqual([])
  })

  it('appear in their own examples unless they are types', () => {
    const values = readPublicDocs().filter(({ kind }) => !/^(type|interface)$/.test(kind))
    const unused = [...values, ...readEventDocs()].filter(
      ({ name, examples }) => !new RegExp(`\\b${name}\\b`).test(examples.join('\n')),
    )
    expect(unused.map(({ name }) => name)).toEqual([])
  })
})

describe('the code in the documentation', () => {
  it('compiles TypeScript blocks and the examples in docstrings', () => {
    const folder = join(root, 'node_modules/.cache/sluice-docs')
    rmSync(folder, { recursive: true, force: true })
    const blocks = getBlocks('ts', 'tsx')
    expect(blocks.length).toBeGreaterThan(12)
    const written = {
      ...Object.fromEntries(blocks.map(({ name, code }) => [`${name}.tsx`, code])),
      ...toModules([...readPublicDocs(), ...readEventDocs()]),
      'config-examples.tsx': configExamples(),
      'style.d.ts': "declare module '@sluice/widget/style.css'\n",
    }
    for (const [name, code] of Object.entries(written)) {
      const file = join(folder, name)
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, code)
    }
    const paths = {
      '@sluice/widget': [join(root, 'src/exports/index.ts')],
      '@sluice/widget/languages/*': [join(root, 'src/exports/language.ts')],
      '@sluice/widget/*': [join(root, 'src/exports/*.ts')],
    }
    const config = {
      extends: join(root, 'tsconfig.json'),
      compilerOptions: { paths, types: ['node', 'vite/client'], incremental: false },
      include: [folder],
      exclude: [],
    }
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config))
    const tsc = join(root, 'node_modules/typescript/bin/tsc')
    const { stdout } = spawnSync(process.execPath, [tsc, '-p', folder], { cwd: root, encoding: 'utf8' })
    expect(stdout.split('\n').filter(Boolean)).toEqual([])
  })

  it('parses blocks of JSON, JavaScript and shell', () => {
    for (const { code } of getBlocks('json')) expect(() => JSON.parse(code), code).not.toThrow()
    for (const { code } of getBlocks('js', 'mjs')) expect(() => parseAst(code), code).not.toThrow()
    for (const { code } of getBlocks('vue', 'svelte')) {
      const [, script = ''] = /<script[^>]*>([\s\S]*?)<\/script>/.exec(code) ?? []
      expect(script, code).not.toBe('')
      expect(() => parseAst(script), code).not.toThrow()
    }
    for (const { code } of getBlocks('sh')) {
      expect(spawnSync('sh', ['-n'], { input: code, encoding: 'utf8' }).stderr, code).toBe('')
    }
  })

  it('closes every element of HTML blocks, whose scripts parse and whose configs are valid', () => {
    const blocks = getBlocks('html')
    expect(blocks.length).toBeGreaterThan(3)
    for (const { code } of blocks) {
      expect(findUnclosed(code), code).toEqual([])
      for (const [, script = ''] of code.matchAll(/<script[^>]*>([\s\S]*?)<\/script>/g)) {
        expect(() => parseAst(script), script).not.toThrow()
      }
      for (const [, json = ''] of code.matchAll(/config='([^']*)'/g)) {
        expect(() => resolveConfig(JSON.parse(json)), json).not.toThrow()
      }
    }
  })

  it('parses CSS blocks, which name only parts of the widget', async () => {
    const blocks = getBlocks('css')
    const parts = Object.entries(PARTS).flatMap(([part, states]) => [
      part,
      ...states.map((state) => `${part}-${state}`),
    ])
    expect(blocks.length).toBeGreaterThan(1)
    const css = { transformer: 'lightningcss' } as const
    const vite = await resolveViteConfig({ configFile: false, logLevel: 'silent', css }, 'build')
    for (const { name, code } of blocks) {
      await expect(preprocessCSS(code, `${name}.css`, vite), code).resolves.toBeDefined()
      // A parser closes open blocks at the end of the input.
      expect(code.split('{').length, code).toBe(code.split('}').length)
      const named = [
        ...code.matchAll(/::part\(([\w-]+)\)|data-part="([\w-]+)"\](?:\[data-state="([\w-]+)")?/g),
      ]
      const used = named.map(([, inShadow, part, state]) => inShadow ?? (state ? `${part}-${state}` : part))
      expect(used.filter((name = '') => !parts.includes(name))).toEqual([])
    }
  })

  it('parses YAML blocks', () => {
    const blocks = getBlocks('yaml')
    expect(blocks.length).toBeGreaterThan(0)
    for (const { code } of blocks) expect(parseYaml(code), code).toBeTypeOf('object')
  })

  it("shows a GraphQL schema that fits the widget's queries", () => {
    const schemas = getBlocks('graphql').map(({ code }) => buildSchema(code))
    expect(schemas).toHaveLength(1)
    const queries = Object.values(tokenQueries).map((query) => parseGraphql(query))
    expect(queries).toHaveLength(3)
    expect(schemas.flatMap((schema) => queries.flatMap((query) => validate(schema, query)))).toEqual([])
  })

  it('names its language: a plain text block is neither CSS nor YAML', () => {
    for (const { code } of getBlocks('text')) {
      expect(code).not.toMatch(/[{}]/)
      expect(parseYaml(code)).toBeTypeOf('string')
    }
    const known = [
      'ts',
      'tsx',
      'js',
      'json',
      'html',
      'css',
      'yaml',
      'sh',
      'text',
      'graphql',
      'haproxy',
      'vue',
      'svelte',
      'mjs',
    ]
    const written = pages.flatMap(({ path, markdown }) =>
      [...markdown.matchAll(/^```(\w*)(?: \[[^\]]+\])?\n[\s\S]*?^```$/gm)].map(([, language]) => [
        path,
        language,
      ]),
    )
    expect(written.filter(([, language = '']) => !known.includes(language))).toEqual([])
  })
})

describe('the HTTP reference', () => {
  const operations = Object.entries(INTERFACES).flatMap(([name, { operations, error }]) =>
    operations.map(({ path, ...operation }) => ({
      path: `/${name}${path === '/' ? '' : path}`,
      ...operation,
      error,
    })),
  )

  it('has one example for every path', () => {
    expect(Object.keys(HTTP_EXAMPLES).sort()).toEqual(operations.map(({ path }) => path).sort())
  })

  it.each(operations)(
    'shows bodies of $path that its schemas accept',
    ({ path, request, response, error }) => {
      const example = HTTP_EXAMPLES[path] as HttpExample
      expect(example.request === undefined).toBe(request === undefined)
      if (request) v.parse(request, example.request)
      v.parse(response, example.response)
      v.parse(error, example.error)
      const written = pages.find((page) => page.path === 'reference/http')?.markdown
      expect(written).toContain(JSON.stringify(example.response, null, 2))
    },
  )
})

describe('llms.txt', () => {
  it('lists each page with a summary of at least three words', () => {
    const listed = [...createLlmsText(pages).matchAll(/^- \[.+?\]\((.+)\.html\): (\S+ \S+ \S+.*)$/gm)]
    const paths = pages.map(({ path }) => path).filter((path) => path !== 'index')
    expect(listed.map(([, path]) => path)).toEqual(paths)
  })

  it('has the text of each page beside it', () => {
    expect(createLlmsFullText(pages)).toContain('<!-- guides/testing.html -->\n\n# Testing\n')
  })
})

describe('the pages of the documentation', () => {
  it.each(['docs/content/start/install.md', 'examples/README.md'])('list every example app in %s', (file) => {
    const apps = readdirSync(join(root, 'examples'), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => `\`${name}\``)
    expect(apps.length).toBeGreaterThan(5)
    const text = readFileSync(join(root, file), 'utf8')
    expect(apps.filter((app) => !text.includes(app))).toEqual([])
  })

  const targets = new Map(pages.map(({ path, anchors }) => [`${path}.html`, anchors]))

  it('have only internal links that resolve', () => {
    const broken = pages.flatMap(({ path, links }) =>
      links.flatMap((href) => {
        if (/^[a-z]+:/.test(href)) return []
        const [file = '', id] = href.replace(/[.]md(?=#|$)/, '.html').split('#')
        const target = file === '' ? `${path}.html` : normalize(join(dirname(path), file))
        const ids = targets.get(target)
        return ids && (id === undefined || ids.includes(id)) ? [] : [`${path}: ${href}`]
      }),
    )
    expect(broken).toEqual([])
  })

  it('have a section for every error code, at the address in the error', () => {
    const codes = Object.keys(ERROR_CODES) as ErrorCode[]
    const named = codes.map((code) => new SluiceError(code).docsPath.split('#'))
    expect(new Set(named.map(([page]) => page))).toEqual(new Set(['reference/errors.html']))
    const sections = targets.get('reference/errors.html')?.filter((id) => /^[A-Z_]+$/.test(id ?? ''))
    expect(sections).toEqual(named.map(([, id]) => id))
  })

  it('contain the sections that console warnings link to', () => {
    const sources = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' }).filter(
      (file) => /\.tsx?$/.test(file) && !/\.test\./.test(file),
    )
    const warnings = sources.flatMap((file) => {
      const source = readFileSync(join(root, 'src', file), 'utf8')
      // A module with several warnings calls `console.warn` in its own function `warn`.
      const isWrapped = source.includes('function warn(')
      const calls = source.match(isWrapped ? /(?<!function |\.)\bwarn\(/g : /^ *console\.warn\(/gm) ?? []
      if (calls.length === 0) return []
      const links = [...source.matchAll(/\(documentation: ([^#)]+)#([^)]+)\)/g)]
      return links.length < calls.length ? [[file]] : links
    })
    expect(warnings.length).toBeGreaterThan(2)
    expect(warnings.filter(([, page = '', id]) => !targets.get(page)?.includes(id ?? ''))).toEqual([])
  })

  it('are linked from the README and every other Markdown file by paths that exist', () => {
    const { stdout } = spawnSync('git', ['ls-files', '*.md'], { cwd: root, encoding: 'utf8' })
    const links = stdout.split('\n').flatMap((file) => (file ? readLinks(file) : []))
    expect(links.filter(({ file }) => file === 'README.md').length).toBeGreaterThan(15)
    expect(links.filter(({ file, link }) => !existsSync(join(root, dirname(file), link)))).toEqual([])
  })

  it('use only existing scenarios for their live widgets', () => {
    const named = pages.flatMap(({ markdown }) =>
      [...markdown.matchAll(/<LiveWidget scenario="([^"]*)"/g)].map(([, name]) => name),
    )
    expect(named.length).toBeGreaterThan(2)
    expect(named.filter((name) => !Object.hasOwn(MOCK_SCENARIOS, name ?? ''))).toEqual([])
  })

  it('state the same policy as SECURITY.md, which the policy browser test uses', () => {
    const policyOf = (file: string) =>
      /^default-src 'none'; script-src https:\/\/cdn.*$/m.exec(readFileSync(join(root, file), 'utf8'))?.[0]
    expect(policyOf('SECURITY.md')).toBeDefined()
    expect(policyOf('docs/content/guides/security-policy.md')).toBe(policyOf('SECURITY.md'))
  })

  it('mention every attribute of the element and every entry of the package', () => {
    const written = pages.filter(({ path }) => !path.startsWith('reference/'))
    const all = written.map(({ markdown }) => markdown).join('\n')
    const files = readdirSync(join(root, 'src/exports')).filter((file) => /^\w+[.]ts$/.test(file))
    const entries = files.map((file) => file.replace('.ts', '').replace('language', 'languages'))
    const imported = entries.filter((entry) => entry !== 'index').map((entry) => `@sluice/widget/${entry}`)
    expect(imported.length).toBeGreaterThan(4)
    expect(imported.filter((entry) => !all.includes(entry))).toEqual([])
    expect(OBSERVED_ATTRIBUTES.filter((name) => !all.includes(`\`${name}\``))).toEqual([])
  })

  it('have one title each and unique ids', () => {
    const untitled = pages.filter(({ title }) => title === '').map(({ path }) => path)
    expect(untitled).toEqual(['index'])
    const repeated = [...targets].filter(([, ids]) => new Set(ids).size !== ids.length)
    expect(repeated).toEqual([])
  })

  it('are all in the navigation, once each', () => {
    const written = readdirSync(join(root, 'docs/content'), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.md'))
      .map((file) => file.replace(/[.]md$/, ''))
    expect(written.sort()).toEqual(pages.map(({ path }) => path).sort())
  })
})

/** Returns the relative links of a Markdown file outside of code blocks, without their fragments. */
function readLinks(file: string): { file: string; link: string }[] {
  const text = readFileSync(join(root, file), 'utf8').replaceAll(/^```.*?^```/gms, '')
  return [...text.matchAll(/\]\(([^)#\s]+)/g)]
    .map(([, link = '']) => ({ file, link }))
    .filter(({ link }) => !/^[a-z]+:/.test(link))
}

const VOID = ['meta', 'link', 'input', 'img', 'br']

/** Returns the elements that lack a start tag or an end tag. */
function findUnclosed(html: string): string[] {
  const open: string[] = []
  const tags = stripScripts(html).matchAll(
    /<(\/?)([a-z][\w-]*)(?:\s+[\w-]+(?:=(?:"[^"]*"|'[^']*'))?)*\s*(\/?)>/g,
  )
  for (const [, end, name = '', isEmpty] of tags) {
    if (isEmpty || VOID.includes(name)) continue
    if (!end) open.push(name)
    else if (open.pop() !== name) return [`</${name}>`]
  }
  return open
}

function stripScripts(html: string): string {
  return html.replace(/(<(script|style)[^>]*>)[\s\S]*?(<\/\2>)/g, '$1$3')
}
