import { manifest } from './chain.ts'
import { expect } from './fixtures.ts'
import { testJourney } from './variants.ts'

testJourney(
  'a private RPC can be added to the wallet in the settings',
  async ({ page, playground, open }) => {
    const check = await open()
    const { widget } = playground
    const [chain] = manifest().chains
    const url = `${chain!.rpcUrl}/?private`
    const sentTo: string[] = []
    page.on('request', (request) => {
      if (request.postData()?.includes('"eth_sendTransaction"')) sentTo.push(request.url())
    })
    await playground.chooseAccount(manifest().accounts[3]!.address)
    await widget.connect()
    await widget.button(/^Settings/).click()
    await widget.button('Advanced').click()
    await widget.button(/^Private RPC/).click()
    await expect(widget.root.getByText(url, { exact: true })).toBeVisible()
    const add = widget.button(`Add to wallet: ${new URL(url).host}, ${chain!.label}`)
    await check('settings, a private RPC')

    await playground.rejectNext()
    await add.click()
    await expect(widget.root.getByText('You declined in your wallet.')).toBeVisible()
    await playground.showEveryRequest()
    await add.click()
    await playground.respond('Add a network?', 'Confirm')
    await expect(widget.root.getByText(/^Your wallet reported no problem\./)).toBeVisible()
    await check('settings, an added private RPC')
    const added = (await playground.walletRequests('wallet_addEthereumChain')) as [{ rpcUrls: string[] }][]
    expect(added.map(([{ rpcUrls }]) => rpcUrls)).toEqual([[url], [url]])
    await widget.button('Back').click()

    await widget.type('')
    await widget.choose('receive', 'WETH')
    await widget.type('0.25')
    await widget.button('Review wrap').click()
    await widget.button('Wrap ETH').click()
    await playground.respond('Send this transaction?', 'Confirm')
    await expect(widget.heading('Wrap complete')).toBeVisible()
    expect(sentTo).toEqual([url])
  },
)
