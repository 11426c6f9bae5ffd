import { useEffect } from 'react'
import { useWidget } from '../hooks/use-widget.ts'

/** Shows the swap's progress as soon as its transaction is out: from then on there is nothing to confirm. */
export function useFollowExecution(): void {
  const { execution, navigation } = useWidget()
  useEffect(
    () =>
      execution.subscribe(() => {
        if (execution.getState().stage !== 'watching') return
        const { stack, push } = navigation.getState()
        if (stack.at(-1) !== 'progress') push('progress')
      }),
    [execution, navigation],
  )
}
