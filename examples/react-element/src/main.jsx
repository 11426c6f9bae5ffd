import { defineSwapElement } from '@sluice/widget/embed'
import { startSandbox } from '@sluice/widget/testing'
import { useState } from 'react'
import { createRoot } from 'react-dom/client'

defineSwapElement()
// The sandbox needs no service. With one, write its config here and remove the import of the entry for tests.
const config = startSandbox().config()

/** React sets properties of elements, and listens to their events, from 19 on. */
function App() {
  const [lastPage, setLastPage] = useState('swap')
  return (
    <>
      <sluice-swap config={config} onpageEntered={({ detail }) => setLastPage(detail)} />
      <p>Page: {lastPage}</p>
    </>
  )
}

const root = document.getElementById('app')
if (root) createRoot(root).render(<App />)
