import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { expect, it } from 'vitest'
import { resolveMessages } from '../../src/config/resolve-messages.ts'
import { MESSAGES_EN } from '../../src/i18n/messages-en.ts'
import { PAGE_MESSAGES_EN } from '../../src/i18n/page-messages-en.ts'

const root = new URL('../../', import.meta.url).pathname
const LOADS_PAGES = 'src/widget/later-pages.ts'
const LOADS_TEXTS = 'src/i18n/load-page-messages.ts'

/** Dynamic imports that are loaded together with the texts and styles of later pages. */
const WITH_NEEDS = /(?:withNeeds|withTexts)[(]import[(][^)]+[)]/g

/**
 * Returns the sources that the first page may run before another page is loaded: its static imports
 * and, with `all`, its dynamic imports, except imports that load the texts of later pages.
 */
function findFirstPageSources(loaded: 'static' | 'all' = 'all'): Map<string, string> {
  const sources = new Map<string, string>()
  const visit = (file: string) => {
    if (sources.has(file) || !existsSync(join(root, file)) || !/[.](tsx?|css)$/.test(file)) return
    const source = readFileSync(join(root, file), 'utf8')
    sources.set(file, source)
    const imports = source.matchAll(/^(?:import|export)\s+(?!type\b)(?:[^;']*?from\s+)?'([.][^']+)'/gm)
    const loading = source.replace(WITH_NEEDS, '')
    const loads =
      loaded === 'static' || file === LOADS_PAGES || file === LOADS_TEXTS
        ? []
        : loading.matchAll(/import\('([.][^']+)'\)/g)
    for (const [, path = ''] of [...imports, ...loads]) visit(normalize(join(dirname(file), path)))
  }
  visit('src/embed/mount.tsx')
  return sources
}

it('the first page contains all of its texts', () => {
  const sources = findFirstPageSources()
  expect(sources.has('src/pages/swap/swap-page.tsx')).toBe(true)
  expect(sources.has('src/pages/review/review-page.tsx')).toBe(false)
  // Translations name keys that they do not show.
  const code = [...sources].filter(([file]) => !file.startsWith('src/i18n/')).map(([, source]) => source)
  const late = Object.keys(PAGE_MESSAGES_EN).filter(
    // The messages for a rejected wallet request are shown after these texts have loaded.
    (key) => !key.startsWith('rejected.') && code.some((source) => source.includes(`'${key}'`)),
  )
  expect(late).toEqual([])
})

it('the first page contains all of its styles', () => {
  const styles = [...findFirstPageSources().keys()].filter((file) => file.endsWith('.css'))
  expect(styles).toContain('src/pages/swap/swap-page.module.css')
  const source = readFileSync(join(root, 'src/widget/page-styles.ts'), 'utf8')
  const later = [...source.matchAll(/(components|pages[/]swap)[/][{]([^}]+)[}]/g)].flatMap(
    ([, folder, names = '']) => names.split(',').map((name) => `src/${folder}/${name}.module.css`),
  )
  expect(later.filter((file) => !existsSync(join(root, file)))).toEqual([])
  expect(later.length).toBeGreaterThan(10)
  const isLater = (file: string) =>
    later.includes(file) || !/^src[/](theme|components|widget|pages[/]swap)[/]/.test(file)
  // Every page imports the styles of a page that has a previous page.
  const ofLaterPages = 'src/components/page-later.module.css'
  expect(styles.filter(isLater)).toEqual([ofLaterPages])
})

it('the first page loads schemas only while its first request is pending', () => {
  const sources = findFirstPageSources('static')
  expect(sources.has('src/clients/http.ts')).toBe(true)
  const withSchemas = [...sources].filter(([, source]) => /^import (?!type).*'valibot'/m.test(source))
  expect(withSchemas.map(([file]) => file)).toEqual([])
})

it('a host can replace every text', () => {
  const all = { ...MESSAGES_EN, ...PAGE_MESSAGES_EN }
  expect(resolveMessages('messages', all)).toEqual(all)
})

it('every text is defined once', () => {
  const later = Object.keys(PAGE_MESSAGES_EN)
  expect(later.filter((key) => Object.hasOwn(MESSAGES_EN, key))).toEqual([])
})
