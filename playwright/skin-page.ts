import type { Page } from '@playwright/test'
import type { WidgetConfig } from '../src/config/types.ts'
import { stackAddresses } from './stack.ts'
import { WidgetDriver } from './widget.ts'

const react = `(await (await import('/react-skin.js'), window.SluiceReact))`

/**
 * The code of each skin, which is a way to embed the widget. It mounts the widget into `place` with
 * `config` and returns its handle. `frameUrl` is the page of a frame.
 */
export const SKINS = {
  'the React component': `${react}.create(place, config)`,
  'the React component in a shadow root': `${react}.create(place, config, { isolation: 'shadow' })`,
  create: `Sluice.create(place, config)`,
  'the element': `(() => {
    const element = document.createElement('sluice-swap')
    element.config = config
    place.append(element)
    return {
      onAny: element.onAny,
      setFields: (fields) => element.setFields(fields),
      open: () => element.open(),
      update: (next) => { element.config = next },
      destroy: () => element.remove(),
    }
  })()`,
  'a frame': `Sluice.create(place, config, { isolation: 'frame', frameUrl })`,
}
export type Skin = keyof typeof SKINS

/** Returns the driver of a skin's widget in the page. */
export function driveSkin(page: Page, skin: Skin): WidgetDriver {
  const place = page.locator('#swap')
  return new WidgetDriver(skin === 'a frame' ? place.locator('iframe').contentFrame().locator('body') : place)
}

/** Opens the page of the script tag with a skin in `html`, which contains `#around` as its place. */
export async function openSkin(
  page: Page,
  skin: Skin,
  {
    html = '#around',
    frameUrl = '',
    config = {},
    width = 'min(440px, 100%)',
  }: { html?: string; frameUrl?: string; config?: Partial<WidgetConfig>; width?: string } = {},
): Promise<WidgetDriver> {
  const place = `<div id="swap" style="inline-size: ${width}"></div>`
  const code = `
    import { localConfig } from '/local-config.js'
    const frameUrl = ${JSON.stringify(frameUrl)}
    const place = document.querySelector('#swap')
    const config = { ...(await localConfig('ethereum')), ...${JSON.stringify(config)} }
    window.swap = ${SKINS[skin]}`
  await page.route('**/embed.html', async (route) => {
    const original = await (await route.fetch({ maxRetries: 2 })).text()
    const body = original
      .replace('<div id="swap"></div>', html.replace('#around', place))
      .replace(/<script type="module">[\s\S]*?<\/script>/, () => `<script type="module">${code}</script>`)
    await route.fulfill({ contentType: 'text/html', body })
  })
  await page.goto(`${stackAddresses().playgroundUrl}/embed.html`)
  return driveSkin(page, skin)
}
