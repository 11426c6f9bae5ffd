import { encodeAbiParameters, toFunctionSelector } from 'viem'
import { contractCode } from '../devnet/testing/contract-code.ts'
import type { Address } from '../wire/lib/address.ts'
import { ChainClient, manifest } from './chain.ts'
import { expect } from './fixtures.ts'
import type { Playground } from './playground.ts'

/**
 * Visits every page of the widget, and its states around a declined and a completed swap. Runs
 * `check` in each.
 */
export async function walkPages(
  playground: Playground,
  check: (name: string) => Promise<void>,
): Promise<void> {
  // Other tests compare balances of the other accounts at the same time.
  const [, receiver, , payer] = manifest().accounts
  await playground.chooseAccount(payer!.address)
  await playground.editConfig((config) => Object.assign(config, { recipient: 'optional' }, withNames(config)))
  await putName(receiver!.address)
  const walk: Walk = { playground, check, receiver: receiver!.address }
  await walkWallet(walk)
  await walkSettings(walk)
  await walkRecipients(walk)
  await walkSwap(walk)
  await walkSaved(walk)
}

interface Walk {
  playground: Playground
  check: (name: string) => Promise<void>
  /** The address to which the name resolves. */
  receiver: Address
}

/** Visits the form before and after a wallet is connected. */
async function walkWallet({ playground, check }: Walk): Promise<void> {
  const { widget } = playground
  await expect(widget.output).toHaveValue(/[0-9]/)
  await check('swap, not connected')
  const details = widget.root.getByTitle(widget.texts.find('Price details'))
  const cost = widget.root.getByText(widget.texts.find('Network cost'), { exact: true })
  await expect(details.or(cost).filter({ visible: true }).first()).toBeVisible()
  // In two columns the details are always open.
  if (await details.isVisible()) await details.click()
  await expect(cost).toBeVisible()
  await check('swap, details of the price')
  await widget.openWallets()
  await expect(widget.button('Dev Wallet')).toBeVisible()
  await check('wallets')
  await widget.button('Dev Wallet').click()
  await widget.button(widget.texts.match('swap.wallet', { address: '0x' })).click()
  await expect(widget.heading('Your wallet')).toBeVisible()
  await check('wallet')
  await widget.button('Your deposits').click()
  await expect(widget.root.getByRole('region', { name: 'aEthUSDC' })).toBeVisible()
  await check('deposits')
  await widget.button('Back').click()
  await widget.button('Back').click()
}

/** Visits the tokens and the settings. */
async function walkSettings({ playground, check }: Walk): Promise<void> {
  const { widget } = playground
  await widget.type('123456789.123456789012345678')
  // No pool supports this amount, so the notice reports a missing route.
  await expect(widget.root.locator('[data-part="notice"]').first()).toBeVisible()
  await check('swap, more digits than fit')
  await widget.button(widget.texts.match('swap.payToken')).click()
  await expect(widget.root.getByRole('option').first()).toBeVisible()
  await check('tokens')
  await widget.button('Back').click()
  await widget.button('Settings').click()
  await expect(widget.heading('Settings')).toBeVisible()
  await check('settings')
  await widget.button('Reset everything').click()
  await expect(widget.notice('Reset all settings?')).toBeVisible()
  await check('settings, before a reset')
  await widget.button('Cancel').click()
  await widget.button('Back').click()
}

/** Enters a name, an address like a saved one, and the saved address. */
async function walkRecipients({ playground, check, receiver }: Walk): Promise<void> {
  const { widget } = playground
  await widget.choosePair('USDC', 'aEthUSDC')
  await widget.type('25.123456')
  await expect(widget.root.getByText(widget.texts.find('Total deposits', { exact: true }))).toBeVisible()
  await check('swap, into a lending market')
  await widget.choosePair('USDC', 'WETH')
  await widget.root.getByRole('switch', { name: widget.texts.find('Send to another address') }).check()
  await widget.button('Add recipient').first().click()
  const recipient = widget.root.getByRole('textbox', { name: widget.texts.find('Recipient address') })
  await recipient.fill('0x12')
  await check('recipient, typing')
  await recipient.fill('friend.eth')
  await expect(widget.root.getByText('friend.eth', { exact: true })).toBeVisible()
  await widget.button('Save').click()
  const saved = widget.button(`friend.eth, ${receiver}`)
  await expect(saved).toBeVisible()
  await check('recipient, by a name that is saved')

  // Has the same first and last characters as the saved address.
  await recipient.fill(`${receiver.slice(0, 6)}${'7'.repeat(32)}${receiver.slice(-4)}`.toLowerCase())
  await expect(widget.notice('This is not the address you know')).toBeVisible()
  await check('recipient, a look-alike')
  await widget.button('Use this address').click()
  await widget.review()
  const compared = widget.root.getByRole('checkbox', {
    name: widget.texts.find('I compared the whole address and want to send to this one'),
  })
  await expect(compared).not.toBeChecked()
  const approve = widget.button('Approve and swap')
  await expect(approve).not.toHaveAttribute('aria-busy')
  await approve.press('Enter')
  await expect(compared).toBeFocused()
  await check('review, to a look-alike')
  await widget.button('Back').first().click()

  await widget.button(widget.texts.match('swap.changeRecipient')).click()
  await saved.click()
  await expect(recipient).toHaveValue(receiver)
  await expect(widget.button('Use this address')).toBeEnabled()
  await check('recipient')
  await widget.button('Use this address').click()
  await expect(widget.button('Review swap')).toBeVisible()
  await check('swap, to a recipient')
}

/** Declines a swap, completes it, and visits the activity. */
async function walkSwap({ playground, check }: Walk): Promise<void> {
  const { page, widget } = playground
  await widget.review()
  await expect(widget.notice('Your approval is needed first')).toBeVisible()
  await check('review')
  await playground.showEveryRequest()
  await widget.confirm()
  await expect(page.getByRole('dialog')).toBeVisible()
  await check('approving')
  await playground.respond('Approve a token?', 'Confirm')
  await expect(widget.root.getByText(widget.texts.find('Checked and sealed'))).toBeVisible()
  await check('signing')
  await playground.respond('Send this transaction?', 'Reject')
  await expect(widget.notice('Swap declined')).toBeVisible()
  await check('declined')
  await widget.button('Review again').click()
  await widget.confirm()
  await playground.respond('Send this transaction?', 'Confirm')
  await expect(widget.heading('Swap complete')).toBeVisible()
  await check('receipt')

  await widget.button('Done').click()
  await widget.button('Activity').click()
  const entry = widget.button(/USDC/).first()
  await expect(entry).toBeVisible()
  await check('activity')
  await entry.click()
  await expect(widget.heading('Swap details')).toBeVisible()
  await check('activity details')
  await widget.button('Back').click()
  await widget.button('Back').click()
}

/** Visits the saved recipients, and resets everything. */
async function walkSaved({ playground, check, receiver }: Walk): Promise<void> {
  const { widget } = playground
  const recipient = widget.root.getByRole('textbox', { name: widget.texts.find('Recipient address') })
  await widget.root.getByRole('switch', { name: widget.texts.find('Send to another address') }).check()
  await widget.button('Add recipient').first().click()
  await expect(widget.heading('Recent recipients')).toBeVisible()
  await widget.button(receiver).click()
  await expect(recipient).toHaveValue(receiver)
  await check('recipient, saved and recent')
  await widget.button('Back').click()
  await widget.button('Settings').click()
  await widget.button('Reset everything').click()
  await widget.button('Reset').click()
  await expect(widget.root.getByText(widget.texts.find('Everything was reset'))).toBeAttached()
  await widget.button('Back').click()
  await widget.button('Add recipient').first().click()
  await expect(recipient).toBeVisible()
  await expect(widget.button(`friend.eth, ${receiver}`)).toHaveCount(0)
}

const RESOLVER = '0x00000000000000000000000000000000000e4501'

/** Adds a name resolver to the first chain of a config. */
function withNames({ chains }: Record<string, unknown>): object {
  const [first, ...others] = chains as object[]
  return { chains: [{ ...first, ensResolver: RESOLVER }, ...others] }
}

/** Makes every name resolve to this address. */
async function putName(address: Address): Promise<void> {
  const record = encodeAbiParameters([{ type: 'address' }], [address])
  const returns = encodeAbiParameters([{ type: 'bytes' }, { type: 'address' }], [record, RESOLVER])
  const resolve = toFunctionSelector('resolveWithGateways(bytes,bytes,string[])')
  await new ChainClient().setCode(RESOLVER, contractCode({ [resolve]: { returns } }))
}
