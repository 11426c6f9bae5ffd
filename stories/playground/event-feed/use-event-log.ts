import { useCallback, useRef, useState } from 'react'

export interface LoggedEvent {
  id: number
  time: Date
  name: string
  payload: unknown
}

const MOST = 500

/** Collects the events of the widget, latest first. */
export function useEventLog() {
  const next = useRef(0)
  const [events, setEvents] = useState<readonly LoggedEvent[]>([])
  const record = useCallback((name: string, payload: unknown) => {
    const event = { id: next.current++, time: new Date(), name, payload }
    setEvents((before) => [event, ...before].slice(0, MOST))
  }, [])
  const clear = useCallback(() => setEvents([]), [])
  return { events, record, clear }
}
