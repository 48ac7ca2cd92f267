//! The cheapest assignment of rows to columns: the Hungarian method.
//!
//! H. W. Kuhn, "The Hungarian method for the assignment problem", 1955, in the form with potentials and shortest augmenting
//! paths, which takes rows^2 times columns.

/// No way.
pub(super) const NEVER: f64 = f64::INFINITY;

/// A column of its own for each row, at the least sum of costs; `cost[row][column]`. None if there is no such assignment.
pub(super) fn assign(cost: &[Vec<f64>], columns: usize) -> Option<Vec<usize>> {
    let rows = cost.len();
    if rows > columns {
        return None;
    }
    // Rows and columns count from 1; 0 stands for none.
    let (mut u, mut v) = (vec![0.0; rows + 1], vec![0.0; columns + 1]);
    let mut row_of = vec![0; columns + 1];
    let mut way = vec![0; columns + 1];
    for row in 1..=rows {
        row_of[0] = row;
        let mut at = 0;
        let mut least = vec![NEVER; columns + 1];
        let mut done = vec![false; columns + 1];
        while row_of[at] != 0 {
            done[at] = true;
            let i = row_of[at];
            let mut delta = NEVER;
            let mut next = 0;
            for j in (1..=columns).filter(|&j| !done[j]).collect::<Vec<_>>() {
                let reduced = cost[i - 1][j - 1] - u[i] - v[j];
                if reduced < least[j] {
                    least[j] = reduced;
                    way[j] = at;
                }
                if least[j] < delta {
                    delta = least[j];
                    next = j;
                }
            }
            if delta == NEVER {
                return None;
            }
            for j in 0..=columns {
                if done[j] {
                    u[row_of[j]] += delta;
                    v[j] -= delta;
                } else {
                    least[j] -= delta;
                }
            }
            at = next;
        }
        while at != 0 {
            row_of[at] = row_of[way[at]];
            at = way[at];
        }
    }
    let mut out = vec![0; rows];
    row_of.iter().enumerate().skip(1).filter(|x| *x.1 != 0).for_each(|(j, &i)| out[i - 1] = j - 1);
    Some(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cheapest(cost: &[Vec<f64>], used: &mut Vec<usize>) -> f64 {
        let Some(row) = cost.get(used.len()) else { return 0.0 };
        let mut best = NEVER;
        for (j, &c) in row.iter().enumerate() {
            if !used.contains(&j) && c != NEVER {
                used.push(j);
                best = best.min(c + cheapest(cost, used));
                used.pop();
            }
        }
        best
    }

    #[test]
    fn assignments_are_cheapest() {
        let mut x = 11u32;
        let mut random = |n: u32| {
            x = x.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (x >> 16) % n
        };
        let mut impossible = 0;
        for _ in 0..2000 {
            let (rows, columns) = (1 + random(5) as usize, 5);
            let mut one = || if random(3) == 0 { NEVER } else { f64::from(random(10)) };
            let cost: Vec<Vec<f64>> = (0..rows).map(|_| (0..columns).map(|_| one()).collect()).collect();
            let want = cheapest(&cost, &mut Vec::new());
            match assign(&cost, columns) {
                None => {
                    impossible += 1;
                    assert_eq!(want, NEVER, "{cost:?}");
                }
                Some(a) => {
                    let mut sorted = a.clone();
                    sorted.sort_unstable();
                    sorted.dedup();
                    assert_eq!(sorted.len(), rows);
                    assert_eq!(a.iter().enumerate().map(|(i, &j)| cost[i][j]).sum::<f64>(), want, "{cost:?}");
                }
            }
        }
        assert!(impossible > 10);
    }
}
