import { useEffect, useState } from 'react'
import styles from './app.module.css'
import { type Environment, loadEnvironment } from './environment.ts'
import { Workbench } from './workbench.tsx'

/** Loads the local environment, and shows instructions if it is not running. */
export function App() {
  const [found, setFound] = useState<Environment | Error>()

  useEffect(() => {
    let left = false
    loadEnvironment().then(
      (environment) => left || setFound(environment),
      (error: unknown) => left || setFound(error instanceof Error ? error : new Error(String(error))),
    )
    return () => {
      left = true
    }
  }, [])

  if (found === undefined) return null
  if (found instanceof Error) {
    return (
      <main className={styles.missing}>
        <h1>The local chains are not there yet</h1>
        <p>{found.message}</p>
        <p>
          <code>npm start</code> starts the chains, the service and this page together.
        </p>
        <button type="button" onClick={() => location.reload()}>
          Try again
        </button>
      </main>
    )
  }
  return <Workbench environment={found} />
}
