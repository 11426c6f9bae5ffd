import { useEffect } from 'react'
import { useWidget } from '../hooks/use-widget.ts'

/** Shows the swap's progress as soon as its transaction is out: from then on there is nothing to confirm. */
export function useFollowExecution(): void {
  const { execution, navigation } = useWidget()
  useEffect(() => {
    let before = execution.getState().stage
    return execution.subscribe(() => {
      const { stage } = execution.getState()
      const isOut = stage === 'watching' && before !== 'watching'
      before = stage
      if (isOut) navigation.getState().push('progress')
    })
  }, [execution, navigation])
}
