import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Suspense } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { SluiceError } from '../errors/sluice-error.ts'
import { translatePage } from '../testing/pages/translate-page.ts'
import { createLazyPages, type LazyPages } from './lazy-pages.ts'
import { WidgetBoundary, type WidgetBoundaryProps } from './widget-boundary.tsx'

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
})
afterEach(() => void vi.restoreAllMocks())

let thrown: unknown
function Broken() {
  if (thrown) throw thrown
  return <p>whole</p>
}

function Page({ children = <Broken /> }: Partial<Pick<WidgetBoundaryProps, 'children'>>) {
  return (
    <WidgetBoundary
      fallback={(cause, restart) => (
        <button type="button" onClick={restart}>
          {String(cause)}
        </button>
      )}
    >
      {children}
    </WidgetBoundary>
  )
}

it('restarts a page after an error', async () => {
  thrown = new TypeError('a defect')
  render(<Page />)
  const button = screen.getByRole('button', { name: 'TypeError: a defect' })
  thrown = undefined
  await userEvent.click(button)
  expect(screen.getByText('whole')).toBeVisible()
})

it('rethrows an invalid config to the host', () => {
  thrown = new SluiceError('CONFIG_INVALID')
  expect(() => render(<Page />)).toThrow(SluiceError)
})

/** Renders two texts in one element, of which React removes one. */
function Loose({ isLong }: { isLong: boolean }) {
  return <p>short{isLong && ' and long'}</p>
}

describe('a page translator', () => {
  it('causes no notice on its first DOM error', () => {
    const { rerender, container } = render(<Page>{<Loose isLong />}</Page>)
    translatePage(document)()
    rerender(<Page>{<Loose isLong={false} />}</Page>)
    expect(container).toHaveTextContent(/^short$/)
  })

  it('causes an error notice on its second DOM error', () => {
    thrown = new DOMException('The node is not a child of this node.', 'NotFoundError')
    render(<Page />)
    expect(screen.getByRole('button', { name: /^NotFoundError/ })).toBeVisible()
  })
})

function Settings() {
  return <p>settings</p>
}

function Current({ pages }: { pages: LazyPages }) {
  const Shown = pages.get('settings')
  return <Shown />
}

describe('a page whose code failed to load', () => {
  const failure = new TypeError('Failed to fetch dynamically imported module: https://a.example/b.js')

  it('loads again only after a retry', async () => {
    const load = vi.fn().mockRejectedValueOnce(failure).mockRejectedValueOnce(failure)
    load.mockResolvedValue({ default: Settings })
    const pages = createLazyPages(load)
    render(
      <Page>
        <Suspense>
          <Current pages={pages} />
        </Suspense>
      </Page>,
    )
    for (const attempts of [1, 2]) {
      const button = await screen.findByRole('button', { name: /dynamically imported module/ })
      expect(load).toHaveBeenCalledTimes(attempts)
      pages.forgetFailed('settings')
      await userEvent.click(button)
    }
    expect(await screen.findByText('settings')).toBeVisible()
    expect(load).toHaveBeenCalledTimes(3)
  })

  it('keeps a loaded page', () => {
    const pages = createLazyPages(async () => ({ default: () => null }))
    const shown = pages.get('settings')
    pages.forgetFailed('settings')
    expect(pages.get('settings')).toBe(shown)
  })
})
