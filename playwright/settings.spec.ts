import type { PriceRequest } from '../wire/price-request.ts'
import { manifest } from './chain.ts'
import { expect } from './fixtures.ts'
import { testJourney } from './variants.ts'

testJourney(
  'settings apply to the next swap, survive a reload, and can be reset',
  async ({ page, playground, open }) => {
    const check = await open()
    const { widget } = playground
    const radio = (name: string) => widget.root.getByRole('radio', { name, exact: true })
    const openRows = async (...names: string[]) => {
      for (const name of names) await widget.button(new RegExp(`^${name}`)).click()
    }
    const limit = widget.root.getByRole('textbox', { name: 'Your own limit, in percent' })
    await playground.chooseAccount(manifest().accounts[4]!.address)
    await widget.connect()
    await widget.choosePair('ETH', 'USDC')
    await widget.type('0.2')
    await expect(widget.output).toHaveValue(/[0-9]/)

    await widget.button(/^Settings/).click()
    await limit.fill('80')
    await expect(widget.notice('The limit cannot be above')).toBeVisible()
    await check('settings, a rejected limit')
    await limit.fill('7')
    await expect(widget.notice('Above 5% others can take advantage of your trade.')).toBeVisible()
    await check('settings, a limit with a warning')
    await openRows('Advanced', 'Deadline')
    await radio('2 min').check()
    await radio('Auto').check()
    await expect(widget.root.getByText(/% for this trade$/)).toBeVisible()
    await check('settings, an automatic limit')
    await limit.fill('2.5')
    await openRows('Liquidity sources')
    await widget.root.getByRole('switch', { name: 'Uniswap V3' }).click()
    await expect(widget.root.getByRole('switch', { name: 'Uniswap V3' })).not.toBeChecked()
    await openRows('When the checks have passed', 'Small balances', 'Theme')
    await radio('Show me first').check()
    await radio('Hide').check()
    await radio('Light').check()
    await expect(widget.root).toHaveAttribute('data-sluice-theme', 'light')
    await radio('Dark').check()
    await widget.root.getByRole('combobox', { name: 'Language' }).selectOption('Deutsch')
    await expect(widget.heading('Einstellungen')).toBeVisible()
    await widget.root.getByRole('combobox').selectOption('English')
    await expect(widget.heading('Settings')).toBeVisible()
    await check('settings, changed by the user')
    await widget.button('Back').click()

    await widget.review()
    const quoteRequest = page.waitForRequest(/\/v1\/quote$/)
    await widget.confirm()
    const quote = (await quoteRequest).postDataJSON() as PriceRequest
    expect(quote).toMatchObject({ slippage: 250, deadlineSeconds: 120, modulesDisabled: ['uniswap-v3'] })
    await expect(widget.button('Open wallet')).not.toHaveAttribute('aria-disabled')
    await check('checked, before the wallet opens')
    await widget.root.getByRole('button', { name: 'Back', exact: true }).last().click()

    await page.reload()
    await expect(widget.amount).toBeVisible()
    await widget.button(/^Settings/).click()
    await expect(limit).toHaveValue('2.5')
    await openRows('Advanced', 'Deadline', 'Liquidity', 'When', 'Small', 'Theme')
    for (const name of ['2 min', 'Show me first', 'Hide', 'Dark']) await expect(radio(name)).toBeChecked()
    await expect(widget.root.getByRole('switch', { name: 'Uniswap V3' })).not.toBeChecked()
    await widget.button('Reset everything').click()
    await expect(widget.notice('Reset all settings?')).toBeVisible()
    await check('settings, before a reset')
    await widget.button('Reset').click()
    await expect(radio('Open my wallet')).toBeChecked()
    await expect(limit).not.toHaveValue('2.5')
    for (const name of ['2 min', 'Hide']) await expect(radio(name)).not.toBeChecked()
  },
  // `walk-pages.ts` covers this with the mouse in every run.
  { isProof: true },
)
