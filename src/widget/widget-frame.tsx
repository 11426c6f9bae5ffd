import { type ReactNode, Suspense, useEffect, useRef } from 'react'
import { Button } from '../components/button.tsx'
import { withNeeds } from '../components/later-parts.ts'
import { Notice } from '../components/notice.tsx'
import { optionalPart } from '../components/optional-part.tsx'
import type { PageName } from '../events/types.ts'
import { useConfig } from '../hooks/use-config.ts'
import { useNavigation } from '../hooks/use-navigation.ts'
import { useSettings } from '../hooks/use-settings.ts'
import { useStore } from '../hooks/use-store.ts'
import { useTranslation } from '../hooks/use-translation.ts'
import { useWidget } from '../hooks/use-widget.ts'
import { SwapPage } from '../pages/swap/swap-page.tsx'
import { part } from '../theme/part.ts'
import { createLazyPages } from './lazy-pages.ts'
import { PageSkeleton } from './page-skeleton.tsx'
import { useColorScheme } from './use-color-scheme.ts'
import { useKeys } from './use-keys.ts'
import { usePageFocus } from './use-page-focus.ts'
import { useFont, useThemeStyle } from './use-theme-style.ts'
import { WidgetBoundary } from './widget-boundary.tsx'
import styles from './widget-frame.module.css'

import '../theme/base.css'
import '../theme/theme.css'

const loadPages = () => import('./later-pages.ts')

const pages = createLazyPages(async (page) => (await loadPages()).loadPage(page))

/** Loaded after an error. If its code cannot be loaded, the fallback is shown. */
const BrokenPage = optionalPart(async () => (await withNeeds(import('./broken-page.tsx'))).BrokenPage)

/** The root element of a widget with its current page. */
export function WidgetFrame() {
  const { direction, lang, t } = useTranslation()
  const { themeTokens } = useConfig()
  const scheme = useColorScheme(useSettings((settings) => settings.theme))
  const { page } = useNavigation()
  const depth = useStore(useWidget().navigation, ({ stack }) => stack.length)
  const root = useRef<HTMLDivElement>(null)
  const style = useThemeStyle(root, themeTokens)
  const focus = usePageFocus(root, page, depth)
  const onKeyDown = useKeys()
  useFollowExecution()
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: handles events that bubble from the controls inside.
    <div
      ref={root}
      data-sluice-root=""
      data-sluice-theme={scheme}
      data-sluice-font={useFont()}
      lang={lang}
      dir={direction}
      style={style}
      onFocusCapture={focus.remember}
      onKeyDown={onKeyDown}
      onPointerEnter={preloadPages}
    >
      <div className={styles.surface} {...part('surface')}>
        <WidgetBoundary
          key={page}
          fallback={(cause, restart) => {
            const retry = () => {
              pages.forgetFailed(page)
              restart()
            }
            const notice = (
              <Notice
                tone="negative"
                title={t('widget.broken.title')}
                action={
                  <Button size="small" onClick={retry}>
                    {t('action.tryAgain')}
                  </Button>
                }
              />
            )
            return <BrokenPage cause={cause} restart={retry} fallback={notice} />
          }}
        >
          <Loadable isLoaded={page === 'swap'} fallback={<PageSkeleton label={t('widget.loading')} />}>
            <CurrentPage page={page} />
            <PageArrival key={page} onArrive={focus.arrive} />
          </Loadable>
        </WidgetBoundary>
      </div>
    </div>
  )
}

/** The swap page is in the first chunk; the others are loaded on demand. */
function CurrentPage({ page }: { page: PageName }) {
  const Shown = page === 'swap' ? SwapPage : pages.get(page)
  return <Shown />
}

/** Preloads the other pages on the first interaction. */
function preloadPages(): void {
  loadPages().then(
    ({ preloadAll }) => preloadAll(),
    () => {},
  )
}

interface LoadableProps {
  /** True if the content is not lazy. */
  isLoaded: boolean
  fallback: ReactNode
  children: ReactNode
}

/**
 * A Suspense boundary for lazy content only. A boundary hydrates later than its surroundings, and
 * React 18 discards its server-rendered HTML when a store changes before that.
 */
function Loadable({ isLoaded, fallback, children }: LoadableProps) {
  return isLoaded ? children : <Suspense fallback={fallback}>{children}</Suspense>
}

/** Calls `onArrive` once when its sibling page is mounted. */
function PageArrival({ onArrive }: { onArrive: () => void }) {
  const latest = useRef(onArrive)
  useEffect(() => latest.current(), [])
  return null
}

/**
 * Opens the progress page when the swap's transaction is sent, and leaves it when the swap is
 * dismissed anywhere.
 */
function useFollowExecution(): void {
  const { execution, navigation } = useWidget()
  useEffect(() => {
    let before = execution.getState().stage
    const follow = () => {
      const { stage } = execution.getState()
      const { stack, push, home } = navigation.getState()
      const isSent = stage === 'watching' && before !== 'watching'
      before = stage
      if (isSent) push('progress')
      if (stage === 'idle' && stack.at(-1) === 'progress') home()
    }
    // The swap may have been dismissed while the widget was not mounted.
    follow()
    return execution.subscribe(follow)
  }, [execution, navigation])
}
