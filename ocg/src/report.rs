//! `-time-passes` and `-stats`: sums over functions, whatever thread compiled them.

use std::collections::BTreeMap;
use std::time::Duration;

/// What was measured while compiling; one a function, merged in order.
#[derive(Debug, Default)]
pub struct Report {
    /// Time in each pass, by name.
    pub times: BTreeMap<&'static str, Duration>,
    /// Counters by name.
    pub counters: BTreeMap<&'static str, u64>,
    /// The log of the allocator's decisions.
    pub log: String,
}

impl Report {
    /// Adds time to a pass.
    pub fn spent(&mut self, pass: &'static str, time: Duration) {
        *self.times.entry(pass).or_default() += time;
    }
    /// Adds another report.
    pub fn merge(&mut self, other: Report) {
        self.log.push_str(&other.log);
        for (k, v) in other.times {
            *self.times.entry(k).or_default() += v;
        }
        for (k, v) in other.counters {
            *self.counters.entry(k).or_default() += v;
        }
    }
    /// The table of `-time-passes`, longest first.
    pub fn time_table(&self) -> String {
        let total: Duration = self.times.values().sum();
        let mut rows: Vec<_> = self.times.iter().collect();
        rows.sort_by(|a, b| b.1.cmp(a.1).then(a.0.cmp(b.0)));
        let mut text = String::from("  time (s)      %  pass\n");
        let percent = |d: Duration| 100.0 * d.as_secs_f64() / total.as_secs_f64().max(1e-9);
        for (name, time) in rows {
            text.push_str(&format!("{:10.4}  {:5.1}  {name}\n", time.as_secs_f64(), percent(*time)));
        }
        text.push_str(&format!("{:10.4}  {:5.1}  total (all threads)\n", total.as_secs_f64(), 100.0));
        text
    }
    /// The table of `-stats`.
    pub fn stats_table(&self) -> String {
        let mut text = String::new();
        for (name, n) in &self.counters {
            text.push_str(&format!("{n:>12}  {name}\n"));
        }
        text
    }
    /// `-stats=json`: an object of counters by name.
    pub fn stats_json(&self) -> String {
        let map: serde_json::Map<String, serde_json::Value> =
            self.counters.iter().map(|(k, v)| (k.to_string(), (*v).into())).collect();
        format!("{:#}\n", serde_json::Value::Object(map))
    }
}
