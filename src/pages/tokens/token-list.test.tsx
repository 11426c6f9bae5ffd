import { fireEvent, render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { Address } from '../../../wire/lib/address.ts'
import { addMessages } from '../../i18n/create-translator.ts'
import { PAGE_MESSAGES_EN } from '../../i18n/page-messages-en.ts'
import { FixtureContext } from '../../testing/fixtures/fixture-context.tsx'
import { LINK } from '../../testing/fixtures/fixture-tokens.ts'
import type { TokenGroup } from './group-tokens.ts'
import { TokenList } from './token-list.tsx'

addMessages(PAGE_MESSAGES_EN)

const token = (index: number) => ({
  ...LINK,
  symbol: `T${index}`,
  address: `0x${(index + 1).toString(16).padStart(40, '0')}` as Address,
})
const tokens = Array.from({ length: 20_000 }, (_, index) => token(index))
const groups: TokenGroup[] = [
  { name: 'yours', tokens: tokens.slice(0, 5) },
  { name: 'popular', tokens: tokens.slice(5, 13) },
  { name: 'all', tokens: tokens.slice(13) },
]

function show(shown: readonly TokenGroup[], active = 0) {
  const list = (
    <FixtureContext>
      <TokenList
        id="list"
        optionId={(index) => `option-${index}`}
        groups={shown}
        active={active}
        selected={undefined}
        isOfManyChains={false}
        getSafety={() => ({ isUnlisted: false, isUnknown: false, looksLike: undefined })}
        getHolding={() => undefined}
        getRefusedWith={() => undefined}
        onActive={() => {}}
        onSelect={() => {}}
        onDetails={() => {}}
        onEnd={() => {}}
      />
    </FixtureContext>
  )
  const { container } = render(list)
  return {
    nodes: () => container.querySelectorAll('*').length,
    scrollTo(scrollTop: number) {
      const scroller = screen.getAllByRole('listbox')[0]?.parentElement
      fireEvent.scroll(scroller!, { target: { scrollTop } })
    },
    rows: () => screen.getAllByRole('option').map(({ id }) => Number(id.replace('option-', ''))),
    unmount: () => container.remove(),
  }
}

it('renders no more elements for 20,000 tokens than for 20, at any scroll position', () => {
  const short = show([{ name: 'all', tokens: tokens.slice(0, 20) }])
  const limit = short.nodes() * 1.6
  short.unmount()
  const list = show(groups)
  expect(list.nodes()).toBeLessThan(limit)
  expect(list.rows()[0]).toBe(0)
  for (const [scrollTop, first] of [
    [600_000, 9_990],
    [20_000 * 60 - 420, 19_980],
  ] as const) {
    list.scrollTo(scrollTop)
    expect(list.nodes()).toBeLessThan(limit)
    expect(Math.abs((list.rows()[0] ?? 0) - first)).toBeLessThan(20)
  }
  expect(list.rows().at(-1)).toBe(19_999)
  expect(screen.getAllByRole('option').at(-1)).toHaveAttribute('aria-setsize', '20000')
})
