import { manifest } from './chain.ts'
import { expect, test } from './fixtures.ts'

test('a swap left while the wallet asks is named by the next one, which waits; leaving the page is asked about', async ({
  page,
  playground,
}) => {
  const { widget } = playground
  const asked: string[] = []
  page.on('dialog', (dialog) => {
    asked.push(dialog.type())
    void dialog.dismiss()
  })
  await playground.open()
  await playground.chooseAccount(manifest().accounts[4]!.address)
  await widget.connect()
  await playground.askEveryTime()
  await widget.type('0.7')
  await widget.review()
  await widget.confirm()
  const prompt = page.getByRole('dialog', { name: 'Send this transaction?' })
  await expect(prompt).toBeVisible()

  await page.close({ runBeforeUnload: true })
  await expect.poll(() => asked).toEqual(['beforeunload'])

  // The dialog of the dev wallet lies over the page, which a real wallet's window does not.
  await widget.button('Cancel').evaluate((button: HTMLElement) => button.click())
  await widget.button('Review swap').evaluate((button: HTMLElement) => button.click())
  await expect(widget.notice('Your wallet still asks about the swap of 0.7 ETH for USDC')).toBeVisible()
  await playground.answer('Send this transaction?', 'Reject')
  await expect(widget.notice('Your wallet still asks')).toHaveCount(0)
  await widget.confirm()
  await playground.answer('Send this transaction?', 'Confirm')
  await expect(widget.heading('Swap complete')).toBeVisible()
  await page.reload()
  expect(asked).toEqual(['beforeunload'])
})
