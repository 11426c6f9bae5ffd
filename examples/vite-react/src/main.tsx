import { SwapWidget, useWidgetEvents } from '@sluice/widget'
import { startSandbox } from '@sluice/widget/testing'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import '@sluice/widget/style.css'

// The sandbox needs no service. With a service, write its config here and remove the import of the
// testing entry.
const config = startSandbox().config({ theme: 'system' })

function App() {
  const onReady = useWidgetEvents({ routeExecutionCompleted: (route) => alert(`Swapped: ${route.id}`) })
  return <SwapWidget {...config} onReady={onReady} />
}

const root = document.getElementById('root')
if (root) {
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  )
}
