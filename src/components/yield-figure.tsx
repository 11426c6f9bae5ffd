import type { FigureView } from '../hooks/use-token-yield.ts'
import { useTranslation } from '../hooks/use-translation.ts'
import { Skeleton } from './skeleton.tsx'

export interface YieldFigureProps {
  view: FigureView
  show: (value: number) => string
}

/** A figure of the yield interface. What is unknown is not 0. */
export function YieldFigure({ view, show }: YieldFigureProps) {
  const { t } = useTranslation()
  switch (view.status) {
    case 'known':
      return show(view.value)
    case 'loading':
      return <Skeleton width="6ch" />
    case 'unknown':
      return t('price.unknown')
    case 'unavailable':
      return t('earn.unavailable')
  }
}
