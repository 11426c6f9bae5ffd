import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const src = fileURLToPath(new URL('..', import.meta.url))
const sheets = globFiles(src).map((name) => ({ name, css: readFileSync(`${src}/${name}`, 'utf8') }))

describe.each(sheets)('$name', ({ css }) => {
  const bare = css.replace(/\/\*[\s\S]*?\*\//g, '').trim()

  it('uses no cascade layer, because any host rule outside a layer would win', () => {
    expect(bare).not.toMatch(/@layer/)
  })

  it('selects nothing outside the root', () => {
    const rules = bare.replace(/@keyframes [\w-]+ \{(?:[^{}]*\{[^{}]*\})*\s*\}/g, '')
    for (const [, prelude = ''] of rules.matchAll(/([^{};]+)\{/g)) {
      if (prelude.trim().startsWith('@')) continue
      for (const selector of splitSelectors(prelude)) expect(selector).toMatch(/^\[data-sluice-root\]/)
    }
  })

  it('loads no resource', () => {
    expect(bare).not.toMatch(/url\(|@import|@font-face/)
  })

  it('selects the direction by the root’s attribute, because the build replaces `:dir()` by lists of languages', () => {
    expect(bare).not.toMatch(/:dir\(/)
  })

  it('sets a tested color and full opacity for placeholders', () => {
    for (const [, rule = ''] of bare.matchAll(/::placeholder\s*\{([^}]*)\}/g)) {
      expect(rule.split(';').map((line) => line.trim())).toEqual([
        'color: var(--sluice-text-muted)',
        'opacity: 1',
        '',
      ])
    }
  })

  it('sets no flex basis of 0 on shrinkable blocks, which collapses automatic heights in WebKit', () => {
    for (const [, rule = ''] of bare.matchAll(/\{([^{}]*min-block-size: 0;[^{}]*)\}/g)) {
      expect(rule).not.toMatch(/flex: (?:\d+|\d+ \d+ 0(?:px|%)?);|flex-basis: 0/)
    }
  })

  it('uses no physical left and right', () => {
    expect(bare).not.toMatch(
      /(?:^|[;{\s])(?:left|right|(?:margin|padding|border)-(?:left|right)|width|height)\s*:/,
    )
    expect(bare).not.toMatch(/text-align: (?:left|right)/)
  })
})

it.each(sheets.filter(({ name }) => !name.endsWith('theme.css')))(
  'takes the colors of $name from the theme',
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
