import { ChainClient, manifest } from './chain.ts'
import { expect, test } from './fixtures.ts'

test('a swap with an open wallet request blocks the next one, and leaving the page needs a confirmation', async ({
  page,
  playground,
}) => {
  const { widget } = playground
  const dialogs: string[] = []
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.type())
    void dialog.dismiss()
  })
  await playground.open()
  await playground.chooseAccount(manifest().accounts[4]!.address)
  await widget.connect()
  await playground.showEveryRequest()
  await widget.type('0.7')
  await widget.review()
  await widget.confirm()
  const prompt = page.getByRole('dialog', { name: 'Send this transaction?' })
  await expect(prompt).toBeVisible()

  await page.close({ runBeforeUnload: true })
  await expect.poll(() => dialogs).toEqual(['beforeunload'])

  // The dialog of the dev wallet covers the page, unlike the window of a real wallet.
  await widget.button('Cancel').evaluate((button: HTMLElement) => button.click())
  await widget.button('Review swap').evaluate((button: HTMLElement) => button.click())
  await expect(widget.notice('Your wallet still asks about the swap of 0.7 ETH for USDC')).toBeVisible()
  await playground.respond('Send this transaction?', 'Reject')
  await expect(widget.notice('Your wallet still asks')).toHaveCount(0)
  await widget.confirm()
  await playground.respond('Send this transaction?', 'Confirm')
  await expect(widget.heading('Swap complete')).toBeVisible()
  await page.reload()
  expect(dialogs).toEqual(['beforeunload'])
})

test('a swap that is signed after a reload is found, and an identical one needs an acknowledgement until then', async ({
  page,
  playground,
}) => {
  const { widget } = playground
  const owner = manifest().accounts[4]!.address
  page.on('dialog', (dialog) => void dialog.accept())
  await playground.open()
  await playground.chooseAccount(owner)
  await widget.connect()
  await playground.showEveryRequest()
  await widget.type('0.6')
  await widget.review()
  await widget.confirm()
  const prompt = page.getByRole('dialog', { name: 'Send this transaction?' })
  await expect(prompt).toBeVisible()
  const { params } = JSON.parse((await prompt.locator('pre').textContent())!) as { params: [object] }

  await page.reload()
  await playground.chooseAccount(owner)
  await widget.connect()
  await widget.type('0.6')
  await widget.review()
  await expect(widget.root.getByText('The same swap may still be open in your wallet')).toBeVisible()
  await widget.button('Back').click()
  await expect(widget.notice('0.6 ETH for USDC')).toHaveCount(0)

  // The window of a wallet survives the page.
  await new ChainClient().send(params[0])
  await expect(widget.notice('0.6 ETH for USDC')).toContainText('You received')
  await expect(playground.event('routeExecutionCompleted')).toHaveCount(1)
})
