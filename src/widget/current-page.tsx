import { type ComponentType, lazy } from 'react'
import type { PageName } from '../events/types.ts'
import { loadPageMessages } from '../i18n/load-page-messages.ts'
import { SwapPage } from '../pages/swap/swap-page.tsx'

const loaders = {
  tokens: () => withNeeds(import('../pages/tokens/tokens-page.tsx')),
  wallet: () => withNeeds(import('../pages/wallet/wallet-page.tsx')),
  review: () => withNeeds(import('../pages/review/review-page.tsx')),
  progress: () => withNeeds(import('../pages/progress/progress-page.tsx')),
  recipient: () => withNeeds(import('../pages/recipient/recipient-page.tsx')),
  settings: () => withNeeds(import('../pages/settings/settings-page.tsx')),
  activity: () => withNeeds(import('../pages/activity/activity-page.tsx')),
  positions: () => withNeeds(import('../pages/positions/positions-page.tsx')),
  activityDetails: () => withNeeds(import('../pages/activity/activity-details-page.tsx')),
}

const TokensInputPage = lazy(async () => ({ default: (await loaders.tokens()).TokensInputPage }))
const TokensOutputPage = lazy(async () => ({ default: (await loaders.tokens()).TokensOutputPage }))
const WalletPage = lazy(async () => ({ default: (await loaders.wallet()).WalletPage }))
const ReviewPage = lazy(async () => ({ default: (await loaders.review()).ReviewPage }))
const ProgressPage = lazy(async () => ({ default: (await loaders.progress()).ProgressPage }))
const RecipientPage = lazy(async () => ({ default: (await loaders.recipient()).RecipientPage }))
const SettingsPage = lazy(async () => ({ default: (await loaders.settings()).SettingsPage }))
const ActivityPage = lazy(async () => ({ default: (await loaders.activity()).ActivityPage }))
const PositionsPage = lazy(async () => ({ default: (await loaders.positions()).PositionsPage }))
const ActivityDetailsPage = lazy(async () => ({
  default: (await loaders.activityDetails()).ActivityDetailsPage,
}))

/** What must be loaded before a page other than the swap page is rendered. */
const needs: (() => Promise<void>)[] = [loadPageMessages, loadExecution]

/** Adds to what all later pages need. */
export function needForPages(load: () => Promise<void>): void {
  needs.push(load)
}

async function withNeeds<Page>(page: Promise<Page>): Promise<Page> {
  const [loaded] = await Promise.all([page, ...needs.map((load) => load())])
  return loaded
}

/** A swap that is confirmed starts at once. */
async function loadExecution(): Promise<void> {
  await import('../instance/reported-execution.ts')
}

/** The swap page is in the first chunk; the others are loaded on demand. */
const pages: Partial<Record<PageName, ComponentType>> = {
  swap: SwapPage,
  'tokens-input': TokensInputPage,
  'tokens-output': TokensOutputPage,
  wallet: WalletPage,
  review: ReviewPage,
  progress: ProgressPage,
  recipient: RecipientPage,
  settings: SettingsPage,
  activity: ActivityPage,
  'activity-details': ActivityDetailsPage,
  positions: PositionsPage,
}

export function CurrentPage({ page }: { page: PageName }) {
  const Shown = pages[page] ?? SwapPage
  return <Shown />
}

/** Preloads the other pages on first interaction. A failed load is reported when the page is opened. */
export function preloadPages(): void {
  for (const load of Object.values(loaders)) load().catch(() => {})
}
