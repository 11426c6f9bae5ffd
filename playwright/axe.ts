import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/**
 * Returns the violations of the accessibility rules (WCAG 2.2 AA and best practice) below the
 * elements of a selector.
 */
export async function findViolations(page: Page, selector: string) {
  const { violations } = await new AxeBuilder({ page })
    .include(selector)
    .withTags(RULES)
    // Finishes in the page itself. The other mode opens a second page for cross-origin frames,
    // which do not exist here.
    .setLegacyMode()
    .analyze()
  return violations.map(({ id, nodes }) => ({ id, where: nodes.map(({ target }) => target.join(' ')) }))
}
