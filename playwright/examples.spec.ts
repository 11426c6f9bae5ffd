import { swapWidget } from '../src/exports/testing.ts'
import { EXAMPLES, startExample } from './example-app.ts'
import { expect, test } from './fixtures.ts'

const INSTALL_TIMEOUT_MS = 600_000

/** These examples show an event of the element. */
const ELEMENT_HOSTS = ['vue', 'svelte', 'lit', 'react-element']

for (const name of EXAMPLES) {
  test(`the example ${name}, installed from scratch, swaps in its sandbox`, { tag: '@example' }, async ({
    page,
  }) => {
    test.setTimeout(INSTALL_TIMEOUT_MS)
    const app = await startExample(name)
    try {
      await page.goto(app.url)
      await expect(page.getByRole('note')).toHaveText(/nothing is signed, no funds move/)
      const widget = swapWidget(page)
      await widget.fillAmount('1.5')
      await expect(widget.output).toHaveValue(/^3,?6\d\d/)
      await widget.chooseToken('receive', 'DAI')
      await widget.connect()
      await widget.review()
      await widget.confirm()
      await expect(widget.heading('Swap complete')).toBeVisible()
      if (ELEMENT_HOSTS.includes(name))
        await expect(page.getByText('Page: progress', { exact: true })).toBeVisible()
    } finally {
      await app.stop()
    }
  })
}
