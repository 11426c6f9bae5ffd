import { expect, test } from './fixtures.ts'
import { expectAccessible, expectToFit, findSmall, findZoomed, Looks } from './page-checks.ts'
import { walkPages } from './walk-pages.ts'
import type { WidgetDriver } from './widget.ts'

test.use({ viewport: { width: 320, height: 800 }, hasTouch: true })

test('every page fits a width of 320 pixels in a language with long words', async ({ page, playground }) => {
  await playground.open({ theme: 'light' })
  await playground.setLanguage('de')
  const { widget } = playground
  await walkPages(playground, async (name) => {
    await expectToFit(page, widget, name)
    expect(await widget.root.evaluate(findSmall), `${name}: too small for a finger`).toEqual([])
    expect(await widget.root.evaluate(findZoomed), `${name}: a phone zooms for it`).toEqual([])
  })
})

/**
 * Languages of other scripts in both themes: one in every run, all with `npm run proof`. The
 * stories cover the light theme in every run.
 */
const SCRIPTS = [
  { language: 'ar', locale: 'ar-EG', dir: 'rtl', theme: 'dark', tag: [] },
  { language: 'fa', locale: 'fa-IR', dir: 'rtl', theme: 'dark', tag: ['@proof'] },
  { language: 'he', locale: 'he-IL', dir: 'rtl', theme: 'light', tag: ['@proof'] },
  { language: 'hi', locale: 'hi-IN', dir: 'ltr', theme: 'dark', tag: ['@proof'] },
  { language: 'ja', locale: 'ja-JP', dir: 'ltr', theme: 'light', tag: ['@proof'] },
] as const

for (const { language, locale, dir, theme, tag } of SCRIPTS) {
  const way = dir === 'rtl' ? 'from right to left' : 'in another script'
  test(`every page fits ${way} (${language}), has digits of one system, and is accessible in the ${theme} theme`, {
    tag: [...tag],
  }, async ({ page, playground }) => {
    await playground.open({ theme })
    await playground.setLanguage(language, locale)
    const { widget } = playground
    await expect(widget.root).toHaveAttribute('dir', dir)
    await expect(widget.root).toHaveAttribute('lang', language)
    const looks = new Looks()
    await walkPages(playground, async (name) => {
      await expectToFit(page, widget, name)
      expect(await findDigits(widget), `${name}: digits of another system`).toEqual([])
      if (dir === 'rtl' && name.startsWith('swap')) await expectToStartRight(widget, name)
      await expectAccessible(page, widget, name, looks)
    })
    looks.expectToDiffer()
  })
}

/** Returns the texts and values with other digits than 0 to 9. */
function findDigits({ root }: WidgetDriver): Promise<string[]> {
  return root.evaluate((widget) => {
    const values = [...widget.querySelectorAll('input')].map(({ value }) => value)
    const named = [...widget.querySelectorAll('[aria-label], [title]')].flatMap((element) => [
      element.getAttribute('aria-label') ?? '',
      element.getAttribute('title') ?? '',
    ])
    const texts = [widget.textContent ?? '', ...values, ...named]
    return texts.filter((text) => /(?![0-9])\p{Nd}/u.test(text))
  })
}

/** Expects each amount to start at the right of its row, opposite to its token. */
async function expectToStartRight(widget: WidgetDriver, name: string): Promise<void> {
  const sides = [
    [widget.amount, widget.tokenButtons('pay').first()],
    [widget.output, widget.tokenButtons('receive').last()],
  ] as const
  for (const [amount, token] of sides) {
    const right = await amount.boundingBox()
    const left = await token.boundingBox()
    expect(right!.x, `${name}: the amount is right of its token`).toBeGreaterThanOrEqual(
      left!.x + left!.width,
    )
    await expect(amount, name).toHaveCSS('text-align', 'end')
  }
  // In some languages the text of an insufficient balance starts like the balance.
  const panels = widget.root.locator('[data-part^="panel"]')
  const balances = panels.getByText(widget.texts.match('swap.balance'))
  // Other forms may have no balance.
  if (name === 'swap, more digits than fit') await expect(balances.first(), name).toBeVisible()
  for (const balance of await balances.all()) {
    const text = await balance.boundingBox()
    const room = await balance.locator('xpath=..').boundingBox()
    expect(text!.x, `${name}: the balance stands at the end of its row`).toBeCloseTo(room!.x, 0)
  }
}
