import { useEffect, useState } from 'react'

/** Returns true once `ms` milliseconds have passed since the component was mounted. */
export function useDelay(ms: number): boolean {
  const [isOver, setIsOver] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsOver(true), ms)
    return () => clearTimeout(timer)
  }, [ms])
  return isOver
}
