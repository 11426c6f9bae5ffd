import { useState } from 'react'
import { JsonCode } from '../json-code.tsx'
import { Panel } from '../panel.tsx'
import styles from './event-feed.module.css'
import { summarizeEvent } from './summarize-event.ts'
import type { LoggedEvent } from './use-event-log.ts'

interface EventFeedProps {
  events: readonly LoggedEvent[]
  onClear(): void
}

export function EventFeed({ events, onClear }: EventFeedProps) {
  const [filter, setFilter] = useState('')
  const query = filter.trim().toLowerCase()
  const shown = query ? events.filter(({ name }) => name.toLowerCase().includes(query)) : events
  return (
    <Panel
      title={`Events${events.length ? ` · ${events.length}` : ''}`}
      className={styles.feed}
      action={
        <span className={styles.tools}>
          <input
            type="search"
            className={styles.filter}
            aria-label="Filter events by name"
            placeholder="Filter"
            value={filter}
            onChange={(event) => setFilter(event.target.value)}
          />
          <button type="button" className={styles.clear} onClick={onClear} disabled={events.length === 0}>
            Clear
          </button>
        </span>
      }
    >
      {shown.length > 0 ? (
        <ol className={styles.list} data-testid="event-feed">
          {shown.map((event) => (
            <EventRow key={event.id} event={event} />
          ))}
        </ol>
      ) : (
        <p className={styles.empty}>
          {query && events.length
            ? `No event named like “${filter.trim()}” yet.`
            : 'Use the widget: what it tells its host appears here.'}
        </p>
      )}
    </Panel>
  )
}

function EventRow({ event }: { event: LoggedEvent }) {
  const payload = JSON.stringify(event.payload, null, 2)
  return (
    <li className={styles.row} data-event={event.name}>
      <details>
        <summary className={styles.summary}>
          <span className={styles.dot} data-tone={toneOf(event.name)} />
          <span className={styles.name}>{event.name}</span>
          <span className={styles.brief}>{summarizeEvent(event.payload)}</span>
          <time className={styles.time} dateTime={event.time.toISOString()}>
            {clock(event.time)}
          </time>
        </summary>
        <pre className={styles.payload}>
          <JsonCode text={payload ?? 'no payload'} />
        </pre>
      </details>
    </li>
  )
}

function toneOf(name: string): string {
  if (/Failed|Error|HighValueLoss/.test(name)) return 'bad'
  if (/^route|^walletConnected|^reviewPage/.test(name)) return 'good'
  return 'plain'
}

function clock(time: Date): string {
  return `${time.toLocaleTimeString('en-GB')}.${String(time.getMilliseconds()).padStart(3, '0')}`
}
