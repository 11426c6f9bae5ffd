import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const src = fileURLToPath(new URL('..', import.meta.url))
const sheets = globFiles(src).map((name) => ({ name, css: readFileSync(`${src}/${name}`, 'utf8') }))

describe.each(sheets)('$name', ({ css }) => {
  const bare = css.replace(/\/\*[\s\S]*?\*\//g, '').trim()

  it('stands in no layer: any rule of the host outside one would win', () => {
    expect(bare).not.toMatch(/@layer/)
  })

  it('reaches nothing outside the root', () => {
    const rules = bare.replace(/@keyframes [\w-]+ \{(?:[^{}]*\{[^{}]*\})*\s*\}/g, '')
    for (const [, prelude = ''] of rules.matchAll(/([^{};]+)\{/g)) {
      if (prelude.trim().startsWith('@')) continue
      for (const selector of splitSelectors(prelude)) expect(selector).toMatch(/^\[data-sluice-root\]/)
    }
  })

  it('loads nothing', () => {
    expect(bare).not.toMatch(/url\(|@import|@font-face/)
  })

  it('asks for the direction by the root’s attribute: the build makes languages of `:dir()`', () => {
    expect(bare).not.toMatch(/:dir\(/)
  })

  it('shows a placeholder in the color whose contrast is tested, and not half transparent as browsers do', () => {
    for (const [, rule = ''] of bare.matchAll(/::placeholder\s*\{([^}]*)\}/g)) {
      expect(rule.split(';').map((line) => line.trim())).toEqual([
        'color: var(--sluice-text-muted)',
        'opacity: 1',
        '',
      ])
    }
  })

  it('gives no block that may shrink a flex basis of 0, with which WebKit collapses a column of automatic height', () => {
    for (const [, rule = ''] of bare.matchAll(/\{([^{}]*min-block-size: 0;[^{}]*)\}/g)) {
      expect(rule).not.toMatch(/flex: (?:\d+|\d+ \d+ 0(?:px|%)?);|flex-basis: 0/)
    }
  })

  it('has no left and right of its own', () => {
    expect(bare).not.toMatch(
      /(?:^|[;{\s])(?:left|right|(?:margin|padding|border)-(?:left|right)|width|height)\s*:/,
    )
    expect(bare).not.toMatch(/text-align: (?:left|right)/)
  })
})

it.each(sheets.filter(({ name }) => !name.endsWith('theme.css')))(
  '$name takes its colors from the theme',
  ({ css }) => {
    // White text on drawn avatars is the only exception.
    expect(css.replace('color: #fff;', '')).not.toMatch(/#[0-9a-f]{3,8}\b|rgba?\(|hsla?\(|oklch\(/i)
  },
)

function globFiles(root: string): string[] {
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.css'))
    .sort()
}

/** Splits at commas outside of parentheses. */
function splitSelectors(prelude: string): string[] {
  return prelude
    .split(/,(?![^(]*\))/)
    .map((selector) => selector.trim())
    .filter(Boolean)
}
