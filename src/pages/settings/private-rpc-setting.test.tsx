import { cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'
import { DISCONNECTED } from '../../../stories/support/fixture-wallet.ts'
import { FixtureWidget } from '../../../stories/support/fixture-widget.tsx'
import type { FixtureOptions } from '../../../stories/support/fixture-widget-instance.ts'
import { SluiceError } from '../../errors/sluice-error.ts'

beforeEach(() => localStorage.clear())

const HOSTS = ['quiet.example']
const on = (url: string, networkID = 31337, name = 'Quiet RPC') => ({
  chainID: 'ethereum',
  networkID,
  name,
  url,
})

async function setUp({ config, ...options }: FixtureOptions = {}) {
  const reads: unknown[] = []
  render(
    <FixtureWidget
      {...options}
      page="settings"
      config={{ privateRpcHosts: HOSTS, ...config }}
      onWidget={({ clients: { router } }) => {
        const { privateRpcs } = router
        router.privateRpcs = (...query) => {
          reads.push(query)
          return privateRpcs(...query)
        }
      }}
    />,
  )
  await screen.findByRole('heading', { name: 'Settings' })
  return { user: userEvent.setup(), reads }
}

const findSetting = () => screen.findByRole('heading', { name: 'Private RPC' })
const findAdd = () => screen.findByRole('button', { name: 'Add Quiet RPC to wallet for Ethereum' })

it('names the whole address and what agreeing means, and asks the wallet only when told to', async () => {
  const onAddRpc = vi.fn(async () => {})
  const { user } = await setUp({ wallet: { onAddRpc } })
  await findSetting()
  expect(await screen.findByText('https://quiet.example/fast')).toBeVisible()
  expect(screen.getByText(/on every site, until you change it in the wallet/)).toBeVisible()
  expect(onAddRpc).not.toHaveBeenCalled()
  await user.click(await findAdd())
  expect(onAddRpc).toHaveBeenCalledExactlyOnceWith({ chainId: 31337, url: 'https://quiet.example/fast' })
  expect(
    await screen.findByText(
      'Your wallet has agreed. Its network settings show whether it uses Quiet RPC now.',
    ),
  ).toBeVisible()
})

it.each([
  ['USER_REJECTED', 'You declined in your wallet. It sends as before.'],
  ['REQUEST_PENDING', 'Answer the request that is open in your wallet first.'],
  ['WALLET_ERROR', /did not add Quiet RPC\. You can copy the address/],
] as const)('after %s says what is so now, and can be asked again', async (code, words) => {
  const onAddRpc = vi.fn(async () => {
    throw new SluiceError(code)
  })
  const { user } = await setUp({ wallet: { onAddRpc } })
  await user.click(await findAdd())
  expect(await screen.findByText(words)).toBeVisible()
  await user.click(await findAdd())
  await waitFor(() => expect(onAddRpc).toHaveBeenCalledTimes(2))
})

it('offers nothing, and asks nothing, where the page names no host', async () => {
  const privateRpcs = new SluiceError('SERVICE_ERROR')
  const { reads } = await setUp({ config: { privateRpcHosts: [] }, service: { privateRpcs } })
  await screen.findByRole('heading', { name: 'Theme' })
  expect(screen.queryByRole('heading', { name: 'Private RPC' })).toBeNull()
  expect(reads).toEqual([])
})

it.each([
  ['another host', on('https://evil.example/fast')],
  ['a host that ends alike', on('https://evilquiet.example/fast')],
  ['a user before an allowed host', on('https://quiet.example@evil.example/')],
  ['no https', on('http://quiet.example/fast')],
  ['a chain that the page does not list', on('https://quiet.example/fast', 10)],
])('does not offer an RPC of the service with %s', async (_, rpc) => {
  await setUp({ service: { privateRpcs: [rpc, on('https://quiet.example/well')] } })
  const setting = (await findSetting()).parentElement!
  expect(within(setting).getAllByRole('listitem')).toHaveLength(1)
  expect(within(setting).getByText('https://quiet.example/well')).toBeVisible()
})

it('shows a name without what would disguise it', async () => {
  await setUp({ service: { privateRpcs: [on('https://quiet.example/', 31337, '\u202eQuiet\u0000 RPC')] } })
  expect(await findAdd()).toBeVisible()
  cleanup()
  await setUp({ service: { privateRpcs: [on('https://quiet.example/', 31337, '\u200b')] } })
  await findSetting()
  expect(screen.getAllByText('https://quiet.example/')).toHaveLength(2)
})

it('without a wallet has the address to copy, and no button that could do nothing', async () => {
  await setUp({ wallet: { state: DISCONNECTED } })
  await findSetting()
  expect(screen.getByRole('button', { name: 'Copy address of Quiet RPC' })).toBeVisible()
  expect(screen.queryByRole('button', { name: /^Add / })).toBeNull()
})

it('says that the offers could not be read, and reads them again', async () => {
  const { user, reads } = await setUp({ service: { privateRpcs: new SluiceError('FORBIDDEN') } })
  const setting = (await findSetting()).parentElement!
  await user.click(within(setting).getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(reads).toHaveLength(2))
})
