import type { ComponentType } from 'react'
import { withNeeds } from '../components/later-parts.ts'
import { markEnglish } from '../components/mark-english.tsx'
import type { PageName } from '../events/types.ts'

/** All pages except the form. */
export type LaterPage = Exclude<PageName, 'swap'>

const loaders: Record<LaterPage, () => Promise<ComponentType>> = {
  'tokens-input': async () => (await import('../pages/tokens/tokens-page.tsx')).TokensInputPage,
  'tokens-output': async () => (await import('../pages/tokens/tokens-page.tsx')).TokensOutputPage,
  wallet: async () => (await import('../pages/wallet/wallet-page.tsx')).WalletPage,
  review: async () => (await import('../pages/review/review-page.tsx')).ReviewPage,
  progress: async () => (await import('../pages/progress/progress-page.tsx')).ProgressPage,
  recipient: async () => (await import('../pages/recipient/recipient-page.tsx')).RecipientPage,
  settings: async () => (await import('../pages/settings/settings-page.tsx')).SettingsPage,
  activity: async () => (await import('../pages/activity/activity-page.tsx')).ActivityPage,
  'activity-details': async () =>
    (await import('../pages/activity/activity-details-page.tsx')).ActivityDetailsPage,
  positions: async () => (await import('../pages/positions/positions-page.tsx')).PositionsPage,
}

/**
 * Loads a page with its texts, and the code of a swap, so that a confirmed swap starts immediately.
 */
export async function loadPage(name: LaterPage): Promise<{ default: ComponentType }> {
  const [page] = await Promise.all([withNeeds(loaders[name]()), import('../instance/reported-execution.ts')])
  return { default: markEnglish(page) }
}

/** Preloads all pages. A failed load is reported when its page is opened. */
export function preloadAll(): void {
  for (const name of Object.keys(loaders) as LaterPage[]) loadPage(name).catch(() => {})
}
