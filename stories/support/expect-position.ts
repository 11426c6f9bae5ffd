import { expect, waitFor } from 'storybook/test'
import { waitUntilSettled } from './wait-until-settled.ts'

/** The expected relative position of two elements, by their selectors. */
interface ExpectedPosition {
  first: string
  second: string
  are: 'beside' | 'below'
}

/**
 * Returns a play function that expects the second element next to the first, at its inline end, or
 * below it.
 */
export function expectPosition({ first, second, are }: ExpectedPosition) {
  return async ({ canvasElement }: { canvasElement: HTMLElement }): Promise<void> => {
    await waitUntilSettled({ canvasElement })
    const root = canvasElement.querySelector<HTMLElement>('[data-sluice-root]')
    const boxOf = (selector: string) => root?.querySelector(selector)?.getBoundingClientRect()
    await waitFor(() => expect(boxOf(second)?.height).toBeGreaterThan(0), { timeout: 10_000 })
    const [one, other] = [boxOf(first), boxOf(second)]
    if (!one || !other) throw new Error('Not there')
    const isBeside = root?.dir === 'rtl' ? other.right <= one.left : other.left >= one.right
    await expect({ isBeside, isBelow: other.top >= one.bottom }).toEqual({
      isBeside: are === 'beside',
      isBelow: are === 'below',
    })
    await expect(root?.scrollWidth).toBeLessThanOrEqual(root?.clientWidth ?? 0)
  }
}
