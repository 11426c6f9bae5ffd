import { SwapWidget } from '@sluice/widget'
import { startSandbox } from '@sluice/widget/testing'
import { createRoot } from 'react-dom/client'
import '@sluice/widget/style.css'

// The sandbox needs no service. With one, write its config here and remove the import of the entry for tests.
const config = startSandbox().config()

createRoot(document.getElementById('root')).render(<SwapWidget {...config} />)
