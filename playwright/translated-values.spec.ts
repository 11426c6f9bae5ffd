import { TRANSLATION_WAYS } from '../src/testing/pages/translate-page.ts'
import { expect, test } from './fixtures.ts'
import { type FrameServer, startFrameServer } from './frame-server.ts'
import { openSkin, SKINS, type Skin } from './skin-page.ts'
import { stackAddresses } from './stack.ts'
import { expectValue, translate } from './translation.ts'

let frames: FrameServer
test.beforeAll(async () => {
  frames = await startFrameServer({ parents: [new URL(stackAddresses().playgroundUrl).origin] })
})
test.afterAll(() => frames.stop())

/** One way of embedding with React and one with Preact. The others have the same content. */
const SAMPLE: readonly string[] = ['the React component', 'create']

const EMBEDDINGS = [
  ...(Object.keys(SKINS) as Skin[]).map((skin) => ({ name: skin, skin, config: {} })),
  { name: 'a modal of the React component', skin: 'the React component', config: { mode: 'modal' } },
  { name: 'a modal of create', skin: 'create', config: { mode: 'modal' } },
  { name: 'a modal of a frame', skin: 'a frame', config: { mode: 'modal' } },
] as const

for (const { name, skin, config } of EMBEDDINGS) {
  const tag = SAMPLE.includes(name) ? [] : ['@proof']

  test(`amounts and values are new on a page that a translator changes in each way: ${name}`, {
    tag,
  }, async ({ page }) => {
    test.slow()
    for (const way of TRANSLATION_WAYS) {
      for (const respectsNo of [false, true]) {
        await test.step(`${way}, respects no: ${respectsNo}`, async () => {
          const widget = await openSkin(page, skin, { frameUrl: `${frames.url}/frame.html`, config })
          if ('mode' in config) {
            // `window.swap` is the element with that id until the module has run.
            await page.waitForFunction(`typeof window.swap.open === 'function'`)
            await page.evaluate('window.swap.open()')
          }
          await widget.choosePair('USDC', 'DAI')
          await widget.type('12')
          await expectValue(widget, '$12.00')
          await translate(page, { way, respectsNo })
          for (const [amount, value] of [
            ['34', '$34.00'],
            ['1500', '$1,500.00'],
            ['7', '$7.00'],
          ] as const) {
            await widget.type(amount)
            await expectValue(widget, value)
            await expect(widget.root.locator('[data-part="panel-output"]')).toContainText(/\$[\d.,]+ .*%/)
            await expect(widget.root.getByText('Something went wrong')).toHaveCount(0)
          }
          await widget.type('')
          await expect(widget.root.locator('[data-part="panel-input"]')).not.toContainText('$7.00')
          await widget.type('25')
          await expectValue(widget, '$25.00')
        })
      }
    }
  })
}
