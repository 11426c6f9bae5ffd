import { useEffect } from 'react'
import { useWidget } from '../hooks/use-widget.ts'

/** Opens the progress page when the swap's transaction is sent. */
export function useFollowExecution(): void {
  const { execution, navigation } = useWidget()
  useEffect(() => {
    let before = execution.getState().stage
    return execution.subscribe(() => {
      const { stage } = execution.getState()
      const isSent = stage === 'watching' && before !== 'watching'
      before = stage
      if (isSent) navigation.getState().push('progress')
    })
  }, [execution, navigation])
}
