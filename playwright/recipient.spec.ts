import type { Address } from '../wire/lib/address.ts'
import { ChainClient, manifest } from './chain.ts'
import { expect } from './fixtures.ts'
import { testJourney } from './variants.ts'

/** An address without a known key. */
const RECEIVER: Address = '0x7e5A11000000000000000000000000000000bEef'

testJourney(
  'a swap pays another address after a mistyped one was rejected',
  async ({ playground, open }) => {
    const check = await open()
    const { widget } = playground
    const chain = new ChainClient()
    const owner = manifest().accounts[4]!.address
    await playground.editConfig((config) => Object.assign(config, { recipient: 'optional' }))
    await playground.chooseAccount(owner)
    await widget.connect()
    await widget.choosePair('ETH', 'DAI')
    await widget.type('0.2')
    await widget.root.getByRole('switch', { name: 'Send to another address' }).check()
    await expect(widget.button('Enter a recipient')).toBeVisible()
    await check('form, without a recipient')

    await widget.button('Add recipient').click()
    const field = widget.root.getByRole('textbox', { name: 'Recipient address' })
    await expect(field).toBeVisible()
    await field.fill(RECEIVER.replace('bEef', 'beef'))
    await expect(widget.notice('This address may be mistyped')).toBeVisible()
    await check('recipient, mistyped')
    await widget.button('Clear').click()
    await field.fill(RECEIVER)
    await expect(widget.notice('The recipient shows no activity')).toBeVisible()
    await widget.root.getByRole('textbox', { name: 'Label' }).fill('Treasury')
    await widget.button('Save').click()
    await expect(widget.button(`Treasury, ${RECEIVER}`)).toBeVisible()
    await check('recipient, saved')
    await widget.button('Use this address').click()

    await widget.review()
    await expect(widget.notice('The recipient shows no activity')).toBeVisible()
    await check('review, to a recipient')
    const read = async () => ({
      owner: await chain.balance('DAI', owner),
      receiver: await chain.balance('DAI', RECEIVER),
    })
    const before = await read()
    await widget.confirm({ accepts: ['I checked the recipient and want to send to it'] })
    await expect(widget.heading('Swap complete')).toBeVisible()
    await expect(widget.root.getByText('The recipient received', { exact: true })).toBeVisible()
    await check('receipt, to a recipient')
    const after = await read()
    expect(after.owner).toBe(before.owner)
    expect(after.receiver).toBeGreaterThan(before.receiver)
    await widget.button('Done').click()

    await widget.root.getByRole('switch', { name: 'Send to another address' }).check()
    await widget.button('Add recipient').click()
    await expect(widget.heading('Recent recipients')).toBeVisible()
    await check('recipient, saved and recent')
    await widget.button('Clear list').click()
    await expect(widget.heading('Recent recipients')).toHaveCount(0)
    await widget.button(`Treasury, ${RECEIVER}`).click()
    await expect(field).toHaveValue(RECEIVER)
    await widget.button('Remove Treasury').click()
    await expect(widget.heading('Saved')).toHaveCount(0)
    await widget.button('Use this address').click()
    await expect(widget.button(/^Recipient 0x|0x7e5A/)).toBeVisible()
  },
  // `walk-pages.ts` covers this with the mouse in every run.
  { isProof: true },
)
