import type { Locator, Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { startFrameServer } from './frame-server.ts'
import { openSkin, SKINS, type Skin } from './skin-page.ts'
import { stackAddresses } from './stack.ts'
import { WidgetDriver } from './widget.ts'
import { WidgetTexts } from './widget-texts.ts'

/**
 * Opens the page of the script tag with this code instead of its own, and a button that opens the
 * widget.
 */
async function openPage(page: Page, code: string, body = ''): Promise<WidgetDriver> {
  await page.route('**/embed.html', async (route) => {
    const html = await (await route.fetch({ maxRetries: 2 })).text()
    await route.fulfill({
      contentType: 'text/html',
      body: html
        .replace(/const swap = Sluice[\s\S]*?\n {6}\}\)\n/, code)
        .replace('<div id="swap"></div>', `<button id="open">Swap here</button>${body}<div id="swap"></div>`)
        .replace('</body>', '<div style="block-size: 3000px"></div></body>'),
    })
  })
  await page.goto(`${stackAddresses().playgroundUrl}/embed.html`)
  // The code of the page awaits its config, so an earlier click would be lost.
  await page.waitForFunction(() => document.querySelector<HTMLElement>('#open')?.onclick)
  return new WidgetDriver(page.locator('#swap'))
}

const create = (config: string) => `
  window.receivedEvents = []
  window.swap = Sluice.create('#swap', { ...(await localConfig('ethereum')), ${config} })
  swap.onAny(({ name, payload }) => receivedEvents.push(name === 'dialogToggled' ? name + payload : name))
  document.querySelector('#open').onclick = () => swap.open()
`
const receivedEvents = (page: Page) =>
  page.evaluate(() => (window as unknown as { receivedEvents: string[] }).receivedEvents)

test('a swap in a modal dialog continues after the dialog is closed and is shown on reopening', async ({
  page,
}) => {
  const widget = await openPage(page, create(`mode: 'modal', priceRefreshMs: 2000`))
  const opener = page.locator('#open')
  const dialog = widget.root.getByRole('dialog', { name: 'Swap' })
  await opener.click()
  await expect(dialog).toBeVisible()
  await expect(widget.heading('Swap')).toBeFocused()
  const isLocked = () => page.evaluate(() => getComputedStyle(document.documentElement).overflow === 'hidden')
  expect(await isLocked()).toBe(true)

  // Escape goes back one page of the widget, closes the dialog on the first page, and returns the
  // focus.
  await widget.type('125')
  await widget.button('Settings').click()
  await page.keyboard.press('Escape')
  await expect(widget.heading('Swap')).toBeVisible()
  const lockedOnClose = await dialog.evaluateHandle(whenClosed)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(opener).toBeFocused()
  expect(await lockedOnClose.evaluate(({ isLocked }) => isLocked)).toBe(false)
  expect(await isLocked()).toBe(false)

  // The closed dialog requests no prices.
  const requested: string[] = []
  page.on('request', (request) => requested.push(request.url()))
  await page.waitForTimeout(3_000)
  expect(requested.filter((url) => url.includes('/router/'))).toEqual([])

  await opener.click()
  await expect(widget.amount).toHaveValue('125')
  await widget.connect()
  await widget.review()
  await page.evaluate(() => {
    const { devWallet } = window as unknown as { devWallet: { behavior: { delayMs?: number } } }
    devWallet.behavior.delayMs = 1_500
  })
  await widget.confirm()
  await expect.poll(() => receivedEvents(page)).toContain('routeExecutionStarted')
  await page.mouse.click(4, 4)
  await expect(dialog).toBeHidden()
  await expect.poll(() => receivedEvents(page)).toContain('routeExecutionCompleted')
  await opener.click()
  await expect(widget.heading('Swap complete')).toBeVisible()
  expect((await receivedEvents(page)).filter((name) => name.startsWith('dialogToggled'))).toEqual([
    'dialogToggledtrue',
    'dialogToggledfalse',
    'dialogToggledtrue',
    'dialogToggledfalse',
    'dialogToggledtrue',
  ])

  await page.evaluate(() => (window as unknown as { swap: { destroy(): void } }).swap.destroy())
  await expect(page.locator('#swap')).toBeEmpty()
  expect(await isLocked()).toBe(false)
})

test('a floating dialog makes space for the host’s own wallet dialog', async ({ page }) => {
  const widget = await openPage(
    page,
    create(
      `mode: 'floating', onConnect: () => { theirs.hidden = false; theirs.querySelector('input').focus() }`,
    ),
    `<div id="theirs" hidden style="position: fixed; inset: 0; z-index: 9999"><input aria-label="Find a wallet">
      <button onclick="theirs.hidden = true">Back</button></div>`,
  )
  await widget.button('Swap').click()
  await widget.button('Connect wallet').click()
  await expect(page.getByLabel('Find a wallet')).toBeFocused()
  await page.keyboard.type('Meta')
  await expect(page.getByLabel('Find a wallet')).toHaveValue('Meta')
  await page.getByRole('button', { name: 'Back' }).click()

  // The first click on the widget makes its dialog modal again.
  await widget.type('3')
  await widget.heading('Swap').click()
  const isModal = () => widget.root.getByRole('dialog').evaluate((dialog) => dialog.matches(':modal'))
  await expect.poll(isModal).toBe(true)
  await widget.button('Close').click()
  await expect(widget.button('Swap')).toBeFocused()
})

test('an element in the drawer mode opens from below on a narrow screen', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 640 })
  await openPage(
    page,
    `const element = document.querySelector('sluice-swap')
    element.config = await localConfig('ethereum')
    document.querySelector('#open').onclick = () => element.open()
    `,
    '<sluice-swap mode="drawer"></sluice-swap>',
  )
  await page.locator('#open').click()
  const drawer = new WidgetDriver(page.locator('sluice-swap'))
  await drawer.type('2')
  const box = await drawer.root.getByRole('dialog').boundingBox()
  expect([box?.x, box?.width, Math.round((box?.y ?? 0) + (box?.height ?? 0))]).toEqual([0, 360, 640])
  await drawer.button('Close').click({ trial: true })
  await page.evaluate(() => document.querySelector('sluice-swap')?.close())
  await expect(drawer.amount).toBeHidden()
})

/** `npm run proof` opens the others. */
const SAMPLE = ['modal: the React component', 'drawer: a frame', 'floating: the element']
for (const skin of Object.keys(SKINS) as Skin[]) {
  for (const mode of ['modal', 'drawer', 'floating'] as const) {
    const name = `${mode}: ${skin}`
    test(`the dialog opens, accepts an amount, keeps it when closed, and unlocks scrolling: ${name}`, {
      tag: SAMPLE.includes(name) ? [] : ['@proof'],
    }, async ({ page }) => {
      const frames = await startFrameServer({ parents: [new URL(stackAddresses().playgroundUrl).origin] })
      try {
        const widget = await openSkin(page, skin, { config: { mode }, frameUrl: `${frames.url}/frame.html` })
        await openAndClose(page, { widget, skin, mode })
      } finally {
        await frames.stop()
      }
    })
  }
}

async function openAndClose(
  page: Page,
  { widget, skin, mode }: { widget: WidgetDriver; skin: Skin; mode: string },
): Promise<void> {
  const isLocked = () => page.evaluate(() => getComputedStyle(document.documentElement).overflow === 'hidden')
  const open = async () => {
    if (mode === 'floating') return widget.button('Swap').click()
    await page.waitForFunction(() => 'open' in (Reflect.get(window, 'swap') ?? {}))
    await page.evaluate(() => Reflect.get(window, 'swap').open())
  }
  await open()
  const dialog = widget.root.getByRole('dialog', { name: 'Swap' })
  await expect(dialog).toBeVisible()
  // A browser lets a cross-origin frame take the focus only after a user action.
  if (skin !== 'a frame') await expect(widget.heading('Swap')).toBeFocused()
  await expect.poll(isLocked).toBe(true)
  await widget.type('12.5')
  await widget.button('Close').click()
  await expect(dialog).toBeHidden()
  await expect.poll(isLocked).toBe(false)
  if (mode === 'floating') await expect(widget.button('Swap')).toBeFocused()
  await open()
  await expect(widget.amount).toHaveValue('12.5')
  // Escape closes the dialog too.
  await widget.amount.press('Escape')
  await expect(dialog).toBeHidden()
  await expect.poll(isLocked).toBe(false)
}

for (const skin of ['the React component', 'a frame'] as const)
  test(`two widgets on a page share nothing: ${skin}`, async ({ page }) => {
    const frames = await startFrameServer({ parents: [new URL(stackAddresses().playgroundUrl).origin] })
    try {
      const first = await openSkin(page, skin, { frameUrl: `${frames.url}/frame.html` })
      await expect(first.amount).toBeVisible()
      const code = `
        import { localConfig } from '/local-config.js'
        const frameUrl = ${JSON.stringify(`${frames.url}/frame.html`)}
        const place = document.createElement('div')
        place.id = 'second'
        document.body.append(place)
        const config = { ...(await localConfig('ethereum')), locale: 'de' }
        window.second = ${SKINS[skin]}`
      await page.addScriptTag({ type: 'module', content: code })
      const place = page.locator('#second')
      const second = new WidgetDriver(
        skin === 'a frame' ? place.locator('iframe').contentFrame().locator('body') : place,
        new WidgetTexts('de'),
      )
      await first.type('1')
      await second.type('2')
      await first.button('Settings').click()
      await expect(first.heading('Settings')).toBeVisible()
      await expect(second.amount).toHaveValue('2')
      await page.keyboard.press('Escape')
      await expect(first.amount).toHaveValue('1')
      await page.evaluate(() => Reflect.get(window, 'second').destroy())
      await expect(place).toBeEmpty()
      await expect(first.amount).toHaveValue('1')
      await first.type('3')
      await expect(first.amount).toHaveValue('3')
    } finally {
      await frames.stop()
    }
  })

const LAID_OUT: readonly Skin[] = ['the React component', 'the React component in a shadow root', 'a frame']
for (const skin of LAID_OUT) {
  test(`the details are next to the form in a wide layout and below it in a narrow one, without layout shifts: ${skin}`, async ({
    page,
  }) => {
    const frames = await startFrameServer({ parents: [new URL(stackAddresses().playgroundUrl).origin] })
    try {
      // The page is wide enough for the layout without scrolling.
      await page.setViewportSize({ width: 1800, height: 900 })
      const frameUrl = `${frames.url}/frame.html`
      const widget = await openSkin(page, skin, { frameUrl, width: '960px' })
      const price = widget.root.locator('[data-part="price"][data-state="ready"]')
      const cost = widget.root.getByText('Network cost', { exact: true })
      const toggle = widget.root.getByTitle('Price details')
      await widget.choosePair('USDC', 'DAI')
      const before = await boxOf(widget.main)
      await widget.type('12.5')
      await expect(price).toBeVisible()
      await expect(cost).toBeVisible()
      await expect(toggle).toBeHidden()
      const form = await boxOf(widget.main)
      const details = await boxOf(price)
      expect(form).toEqual(before)
      expect(details.x).toBeGreaterThanOrEqual(form.x + form.width)
      expect(details.y).toBeLessThan(form.y)
      await widget.tokenButtons('pay').first().click()
      const list = await boxOf(widget.root.getByRole('listbox'))
      expect(list.width).toBeGreaterThan(440)
      await widget.button('Back').click()

      await page.locator('#swap').evaluate((place) => {
        place.style.inlineSize = '690px'
      })
      await expect(toggle).toBeVisible()
      await expect(cost).toBeHidden()
      const narrow = await boxOf(widget.main)
      expect((await boxOf(price)).y).toBeGreaterThanOrEqual(narrow.y + narrow.height)
      // A single column does not span the whole width.
      expect(narrow.width).toBeLessThan(440)
    } finally {
      await frames.stop()
    }
  })
}

async function boxOf(element: Locator) {
  const box = await element.boundingBox()
  if (!box) throw new Error('It is not on the page')
  return box
}

/** Returns whether the page is still locked when the dialog closes. */
function whenClosed(dialog: Element) {
  const isLocked = new Promise<boolean>((resolve) => {
    new MutationObserver(() => {
      if (!dialog.hasAttribute('open'))
        resolve(getComputedStyle(document.documentElement).overflow === 'hidden')
    }).observe(dialog, { attributeFilter: ['open'] })
  })
  return { isLocked }
}
