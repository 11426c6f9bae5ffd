import type { Locator } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { openSkin, type Skin } from './skin-page.ts'

const SCHEMES = ['dark', 'light', 'dark'] as const
const SURFACE = { light: 'rgb(255, 255, 255)', dark: 'rgb(14, 20, 22)' }

for (const skin of ['the React component', 'create'] satisfies Skin[]) {
  test(`a widget with the theme "system" follows the device and its changes: ${skin}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: 'dark' })
    const widget = await openSkin(page, skin, { config: { theme: 'system' } })
    await widget.type('7')
    for (const scheme of SCHEMES) {
      await page.emulateMedia({ colorScheme: scheme })
      await expectScheme(widget.root, scheme)
    }
    await expect(widget.amount).toHaveValue('7')
  })
}

test('a widget with its own theme ignores the device preference', async ({ page }) => {
  const widget = await openSkin(page, 'create', { config: { theme: 'light' } })
  for (const colorScheme of SCHEMES) {
    await page.emulateMedia({ colorScheme })
    await expectScheme(widget.root, 'light')
  }
})

async function expectScheme(place: Locator, scheme: 'light' | 'dark'): Promise<void> {
  await expect(place.locator('[data-sluice-root]')).toHaveAttribute('data-sluice-theme', scheme)
  await expect(place.locator('[data-part="surface"]')).toHaveCSS('background-color', SURFACE[scheme])
}
