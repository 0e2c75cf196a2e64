// The least that a page of this React and this router can be, and the same with 60 plain rows of three radio buttons.
import { createRoot } from 'react-dom/client'
import { createBrowserRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'

const ROWS = Array.from({ length: 60 }, (_, row) => row)

const Empty = () => <h1 id="usable">Empty</h1>

const Rows = () => (
  <table>
    <tbody>
      {ROWS.map((row) => (
        <tr key={row}>
          <td>MBBS-{row}</td>
          <td>Student Muhammad Number {row}</td>
          <td>
            {['Present', 'Absent', 'Leave'].map((status) => (
              <label key={status}>
                <input type="radio" name={`row-${row}`} value={status} />
                {status}
              </label>
            ))}
          </td>
        </tr>
      ))}
    </tbody>
    <tfoot>
      <tr>
        <td id="usable">{ROWS.length} rows</td>
      </tr>
    </tfoot>
  </table>
)

const router = createBrowserRouter([
  { path: '/', Component: Empty },
  { path: '/rows', Component: Rows },
])
const root = document.getElementById('root')
if (root) createRoot(root).render(<RouterProvider router={router} />)
