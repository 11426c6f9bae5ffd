// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {IERC20} from "../src/External.sol";
import {ICryptoMath} from "./TestCryptoMath.sol";

interface ICryptoFactory {
    function admin() external view returns (address);
}

interface IDecimals {
    function decimals() external view returns (uint8);
}

/// The storage of a CryptoSwap pool.
abstract contract TestCryptoStorage {
    ICryptoMath public MATH;
    ICryptoFactory public factory;
    address[] public coins;
    uint256[] public balances;
    uint256[] internal units;
    /// Prices in units of the first coin, each with 18 decimals; the first is ONE.
    uint256[] internal scales;
    uint256[] internal oracles;
    uint256[] internal lasts;

    uint256 public D;
    uint256 public totalSupply;
    mapping(address => uint256) public balanceOf;
    uint256 public virtual_price;
    uint256 public xcp_profit;
    uint256 public initial_A_gamma;
    uint256 public future_A_gamma;
    uint256 public initial_A_gamma_time;
    uint256 public future_A_gamma_time;
    uint256 public packed_fee_params;
    uint256 public packed_rebalancing_params;
    uint256 internal updated;
    bool internal isEntered;
}

/// A CryptoSwap pool, written from the interface, the published arithmetic and the rounding of
/// Curve's contracts: trading, deposits, withdrawals and changes of its terms. It claims no fees
/// for its admin, and offers no average of its balances. A factory creates clones.
abstract contract TestCryptoSwap is TestCryptoStorage {
    uint256 private constant ONE = 1e18;
    uint256 private constant FEE_UNIT = 1e10;
    uint256 private constant MAX_CHANGE = 10;
    uint256 private constant MAX_MA_TIME = 872541;
    string public constant version = "v2.0.0";

    uint256 internal immutable count;
    uint256 private immutable minA;
    uint256 private immutable maxA;
    uint256 private constant MAX_GAMMA = 5e16;

    event TokenExchange(
        address indexed buyer,
        uint256 sold_id,
        uint256 tokens_sold,
        uint256 bought_id,
        uint256 tokens_bought,
        uint256 fee,
        uint256 packed_price_scale
    );
    event NewParameters(
        uint256 mid_fee,
        uint256 out_fee,
        uint256 fee_gamma,
        uint256 allowed_extra_profit,
        uint256 adjustment_step,
        uint256 ma_time,
        uint256 xcp_ma_time
    );
    event RampAgamma(
        uint256 initial_A,
        uint256 future_A,
        uint256 initial_gamma,
        uint256 future_gamma,
        uint256 initial_time,
        uint256 future_time
    );
    event StopRampA(uint256 current_A, uint256 current_gamma, uint256 time);

    struct Terms {
        ICryptoMath math;
        address[] coins;
        uint256[] prices;
        uint256 A;
        uint256 gamma;
        uint256 fees;
        uint256 rebalancing;
    }

    modifier alone() {
        require(!isEntered, "entered");
        isEntered = true;
        _;
        isEntered = false;
    }

    modifier whileAlone() {
        require(!isEntered, "entered");
        _;
    }

    modifier onlyAdmin() {
        require(msg.sender == factory.admin(), "admin");
        _;
    }

    constructor(uint256 count_, uint256 leastA) {
        (count, minA, maxA) = (count_, leastA, count_ ** count_ * 1e7);
    }

    function initialize(Terms calldata terms) external {
        require(address(factory) == address(0), "once");
        factory = ICryptoFactory(msg.sender);
        MATH = terms.math;
        _checkAmplification(terms.A, terms.gamma);
        initial_A_gamma = future_A_gamma = terms.A << 128 | terms.gamma;
        (packed_fee_params, packed_rebalancing_params) = (terms.fees, terms.rebalancing);
        coins = terms.coins;
        scales.push(ONE);
        for (uint256 k; k < count; ++k) {
            units.push(10 ** (18 - IDecimals(terms.coins[k]).decimals()));
            balances.push(0);
            if (k != 0) scales.push(terms.prices[k - 1]);
        }
        oracles = lasts = scales;
        updated = block.timestamp;
    }


    function exchange(uint256 i, uint256 j, uint256 dx, uint256 min_dy) external alone returns (uint256 bought) {
        uint256 sold = _take(i, dx);
        uint256 fee_;
        (bought, fee_) = _trade(i, j, sold);
        require(bought >= min_dy, "too little");
        _pay(j, bought, msg.sender);
        emit TokenExchange(msg.sender, i, sold, j, bought, fee_, _packed());
    }

    function ramp_A_gamma(uint256 future_A, uint256 future_gamma, uint256 future_time) external onlyAdmin {
        require(block.timestamp >= initial_A_gamma_time + 1 days && future_time >= block.timestamp + 1 days, "time");
        _checkAmplification(future_A, future_gamma);
        (uint256 a, uint256 g) = _amplification();
        _checkChange(a, future_A);
        _checkChange(g, future_gamma);
        (initial_A_gamma, initial_A_gamma_time) = (a << 128 | g, block.timestamp);
        (future_A_gamma, future_A_gamma_time) = (future_A << 128 | future_gamma, future_time);
        emit RampAgamma(a, future_A, g, future_gamma, block.timestamp, future_time);
    }

    function stop_ramp_A_gamma() external onlyAdmin {
        (uint256 a, uint256 g) = _amplification();
        initial_A_gamma = future_A_gamma = a << 128 | g;
        initial_A_gamma_time = future_A_gamma_time = block.timestamp;
        emit StopRampA(a, g, block.timestamp);
    }

    /// Ignores values out of bounds.
    function apply_new_parameters(
        uint256 mid,
        uint256 out,
        uint256 feeGamma,
        uint256 extraProfit,
        uint256 step,
        uint256 maTime,
        uint256 xcpMaTime
    ) external alone onlyAdmin {
        if (out > FEE_UNIT) out = out_fee();
        if (mid > FEE_UNIT) mid = mid_fee();
        if (feeGamma >= ONE) feeGamma = fee_gamma();
        require(out >= 5e5 && mid <= out && feeGamma != 0, "fee");
        packed_fee_params = mid << 128 | out << 64 | feeGamma;
        if (extraProfit > ONE) extraProfit = allowed_extra_profit();
        if (step > ONE) step = adjustment_step();
        if (maTime > MAX_MA_TIME) maTime = uint64(packed_rebalancing_params);
        require(maTime > 86, "time");
        packed_rebalancing_params = extraProfit << 128 | step << 64 | maTime;
        emit NewParameters(mid, out, feeGamma, extraProfit, step, maTime, xcpMaTime);
    }


    function A() public view returns (uint256 a) {
        (a,) = _amplification();
    }

    function gamma() public view returns (uint256 g) {
        (, g) = _amplification();
    }

    function mid_fee() public view returns (uint256) {
        return packed_fee_params >> 128;
    }

    function out_fee() public view returns (uint256) {
        return uint64(packed_fee_params >> 64);
    }

    function fee_gamma() public view returns (uint256) {
        return uint64(packed_fee_params);
    }

    function allowed_extra_profit() public view returns (uint256) {
        return packed_rebalancing_params >> 128;
    }

    function adjustment_step() public view returns (uint256) {
        return uint64(packed_rebalancing_params >> 64);
    }

    function ma_time() external view returns (uint256) {
        return uint256(uint64(packed_rebalancing_params)) * 694 / 1000;
    }

    /// One timestamp for prices; the original packs a second one for an average that this port
    /// lacks.
    function last_timestamp() external view returns (uint256) {
        return updated | updated << 128;
    }

    function fee() external view returns (uint256) {
        return _feeAt(_scaled(balances));
    }

    function get_virtual_price() external view whileAlone returns (uint256) {
        return ONE * _worth(D, scales) / totalSupply;
    }

    /// The output of `exchange` for the current state.
    function get_dy(uint256 i, uint256 j, uint256 dx) external view whileAlone returns (uint256 bought) {
        require(i != j && i < count && j < count && dx != 0, "terms");
        uint256[] memory held = balances;
        uint256 d = _invariant(_scaled(held));
        held[i] += dx;
        (bought,) = _output(_scaled(held), d, j);
    }

    /// An input that yields about `dy`, after five rounds for its fee.
    function get_dx(uint256 i, uint256 j, uint256 dy) external view whileAlone returns (uint256 sold) {
        require(i != j && i < count && j < count && dy != 0, "terms");
        uint256 d = _invariant(_scaled(balances));
        uint256 whole = dy;
        for (uint256 round; round < 5; ++round) {
            uint256[] memory held = balances;
            held[j] -= whole;
            uint256[] memory xs = _scaled(held);
            (uint256 x,) = _solve(xs, d, i);
            sold = _unscale(i, x - xs[i]);
            xs[i] = x;
            whole = dy + _feeAt(xs) * whole / FEE_UNIT + 1;
        }
    }


    function _trade(uint256 i, uint256 j, uint256 sold) private returns (uint256 bought, uint256 fee_) {
        require(i != j && sold != 0, "terms");
        uint256[] memory held = balances;
        if (future_A_gamma_time > block.timestamp) {
            held[i] -= sold;
            D = _invariant(_scaled(held));
            held[i] += sold;
        }
        uint256[] memory xs = _scaled(held);
        (bought, fee_) = _output(xs, D, j);
        (, uint256 guess) = _solve(xs, D, j);
        held[j] -= bought;
        xs = _scaled(held);
        (uint256 a, uint256 g) = _amplification();
        _settle(xs, MATH.newton_D(a, g, xs, guess));
    }

    /// @param xs balances that include the input
    function _output(uint256[] memory xs, uint256 d, uint256 j) private view returns (uint256 bought, uint256 fee_) {
        (uint256 y,) = _solve(xs, d, j);
        bought = _unscale(j, xs[j] - y - 1);
        uint256 before = xs[j];
        xs[j] = y;
        fee_ = _feeAt(xs) * bought / FEE_UNIT;
        xs[j] = before;
        bought -= fee_;
    }

    function _solve(uint256[] memory xs, uint256 d, uint256 i) private view returns (uint256 y, uint256 guess) {
        (uint256 a, uint256 g) = _amplification();
        return MATH.get_y(a, g, xs, d, i);
    }

    /// Records the result of a change of the balances: averages, profit, and new prices if the
    /// profit allows them.
    function _settle(uint256[] memory xs, uint256 d) internal {
        if (updated < block.timestamp) _average();
        (uint256 a, uint256 g) = _amplification();
        uint256[] memory prices = MATH.get_p(a, g, xs, d);
        for (uint256 k = 1; k < count; ++k) {
            lasts[k] = prices[k - 1] * scales[k] / ONE;
        }
        uint256 profit = ONE;
        uint256 price = ONE;
        uint256 before = virtual_price;
        if (before != 0) {
            price = ONE * _worth(d, scales) / totalSupply;
            profit = xcp_profit * price / before;
            require(future_A_gamma_time >= block.timestamp || price > before, "Loss");
        }
        xcp_profit = profit;
        if (price * 2 - ONE > profit + 2 * allowed_extra_profit() && _rebalance(xs, profit)) return;
        (D, virtual_price) = (d, price);
    }

    function _average() private {
        for (uint256 k = 1; k < count; ++k) {
            oracles[k] = _oracle(k);
        }
        updated = block.timestamp;
    }

    /// @return whether prices moved towards their averages, which costs a part of the profit
    function _rebalance(uint256[] memory xs, uint256 profit) private returns (bool) {
        uint256 way = MATH.distance(oracles, scales);
        uint256 step = adjustment_step() > way / 5 ? adjustment_step() : way / 5;
        if (way <= step) return false;
        uint256[] memory next = scales;
        uint256[] memory moved = new uint256[](count);
        moved[0] = xs[0];
        for (uint256 k = 1; k < count; ++k) {
            next[k] = (scales[k] * (way - step) + step * oracles[k]) / way;
            moved[k] = xs[k] * next[k] / scales[k];
        }
        (uint256 a, uint256 g) = _amplification();
        uint256 d = MATH.newton_D(a, g, moved, 0);
        for (uint256 k; k < count; ++k) {
            uint256 fraction = moved[k] * ONE / d;
            require(fraction >= 1e16 && fraction <= 1e20, "prices");
        }
        uint256 price = ONE * _worth(d, next) / totalSupply;
        if (price <= ONE || 2 * price - ONE <= profit) return false;
        (D, virtual_price, scales) = (d, price, next);
        return true;
    }

    /// The geometric mean of the coins' values at this invariant.
    function _worth(uint256 d, uint256[] memory prices) internal view returns (uint256) {
        uint256[] memory xs = new uint256[](count);
        for (uint256 k; k < count; ++k) {
            xs[k] = d * ONE / (count * prices[k]);
        }
        return MATH.geometric_mean(xs);
    }

    function _invariant(uint256[] memory xs) internal view returns (uint256) {
        if (future_A_gamma_time <= block.timestamp) return D;
        return _newInvariant(xs);
    }

    function _newInvariant(uint256[] memory xs) internal view returns (uint256) {
        (uint256 a, uint256 g) = _amplification();
        return MATH.newton_D(a, g, xs, 0);
    }

    function _feeAt(uint256[] memory xs) internal view returns (uint256) {
        uint256 f = MATH.reduction(xs, fee_gamma());
        return (mid_fee() * f + out_fee() * (ONE - f)) / ONE;
    }

    function _scaled(uint256[] memory held) internal view returns (uint256[] memory xs) {
        xs = new uint256[](count);
        for (uint256 k; k < count; ++k) {
            xs[k] = held[k] * scales[k] * units[k] / ONE;
        }
    }

    function _unscale(uint256 k, uint256 x) private view returns (uint256) {
        return x * ONE / scales[k] / units[k];
    }

    function _amplification() internal view returns (uint256 a, uint256 g) {
        (a, g) = (future_A_gamma >> 128, uint128(future_A_gamma));
        if (block.timestamp >= future_A_gamma_time) return (a, g);
        uint256 all = future_A_gamma_time - initial_A_gamma_time;
        uint256 passed = block.timestamp - initial_A_gamma_time;
        a = ((initial_A_gamma >> 128) * (all - passed) + a * passed) / all;
        g = (uint256(uint128(initial_A_gamma)) * (all - passed) + g * passed) / all;
    }

    /// @return prices as packed in events
    function _packed() internal view virtual returns (uint256);

    /// @return minted shares for the provider
    function _add(uint256[] memory amounts) internal returns (uint256 minted, uint256[] memory arrived, uint256 fee_) {
        arrived = new uint256[](count);
        uint256[] memory before = _scaled(balances);
        for (uint256 k; k < count; ++k) {
            if (amounts[k] != 0) arrived[k] = _take(k, amounts[k]);
        }
        uint256[] memory xs = _scaled(balances);
        uint256 d = _newInvariant(xs);
        uint256 old = totalSupply == 0 ? 0 : _invariant(before);
        if (old == 0) {
            minted = _worth(d, scales);
            (D, virtual_price, xcp_profit) = (d, ONE, ONE);
        } else {
            minted = totalSupply * d / old - totalSupply;
            for (uint256 k; k < count; ++k) {
                before[k] = xs[k] - before[k];
            }
            fee_ = MATH.fee_of_parts(before, _feeAt(xs)) * minted / FEE_UNIT + 1;
            minted -= fee_;
        }
        require(minted != 0, "nothing");
        totalSupply += minted;
        balanceOf[msg.sender] += minted;
        if (old != 0) _settle(xs, d);
    }

    function _remove(uint256 amount) internal returns (uint256[] memory paid) {
        uint256 supply = totalSupply;
        balanceOf[msg.sender] -= amount;
        totalSupply = supply - amount;
        // The last provider receives everything.
        if (amount != supply) amount -= 1;
        D -= D * amount / supply;
        paid = new uint256[](count);
        for (uint256 k; k < count; ++k) {
            paid[k] = balances[k] * amount / supply;
            _pay(k, paid[k], msg.sender);
        }
    }

    /// @return arrived growth of the coin's balance, which is the amount traded
    function _take(uint256 k, uint256 amount) private returns (uint256 arrived) {
        IERC20 coin = IERC20(coins[k]);
        uint256 before = coin.balanceOf(address(this));
        _call(address(coin), abi.encodeCall(IERC20.transferFrom, (msg.sender, address(this), amount)));
        arrived = coin.balanceOf(address(this)) - before;
        balances[k] += arrived;
    }

    function _pay(uint256 k, uint256 amount, address to) private {
        balances[k] -= amount;
        _call(coins[k], abi.encodeCall(IERC20.transfer, (to, amount)));
    }

    function _call(address coin, bytes memory data) private {
        (bool ok, bytes memory answer) = coin.call(data);
        require(ok && (answer.length == 0 || abi.decode(answer, (bool))), "coin");
    }

    function _oracle(uint256 k) internal view returns (uint256) {
        if (updated == block.timestamp) return oracles[k];
        uint256 passed = (block.timestamp - updated) * ONE / uint64(packed_rebalancing_params);
        uint256 weight = MATH.wad_exp(-int256(passed));
        uint256 last = lasts[k] < 2 * scales[k] ? lasts[k] : 2 * scales[k];
        return (last * (ONE - weight) + oracles[k] * weight) / ONE;
    }

    function _checkAmplification(uint256 a, uint256 g) private view {
        require(a >= minA && a <= maxA && g >= 1e10 && g <= MAX_GAMMA, "terms");
    }

    function _checkChange(uint256 from, uint256 to) private pure {
        uint256 ratio = ONE * to / from;
        require(ratio <= ONE * MAX_CHANGE && ratio >= ONE / MAX_CHANGE, "change");
    }
}

contract TestTwocrypto is TestCryptoSwap(2, 4e3) {
    event AddLiquidity(
        address indexed provider, uint256[2] token_amounts, uint256 fee, uint256 token_supply, uint256 packed_price_scale
    );
    event RemoveLiquidity(address indexed provider, uint256[2] token_amounts, uint256 token_supply);

    function add_liquidity(uint256[2] calldata amounts, uint256 least) external alone returns (uint256 minted) {
        uint256[] memory arrived = new uint256[](2);
        (arrived[0], arrived[1]) = (amounts[0], amounts[1]);
        uint256 fee_;
        (minted, arrived, fee_) = _add(arrived);
        require(minted >= least, "too little");
        emit AddLiquidity(msg.sender, [arrived[0], arrived[1]], fee_, totalSupply, _packed());
    }

    function remove_liquidity(uint256 amount, uint256[2] calldata least) external alone {
        uint256[] memory paid = _remove(amount);
        require(paid[0] >= least[0] && paid[1] >= least[1], "too little");
        emit RemoveLiquidity(msg.sender, [paid[0], paid[1]], totalSupply);
    }

    function precisions() external view returns (uint256[2] memory) {
        return [units[0], units[1]];
    }

    function price_scale() external view whileAlone returns (uint256) {
        return scales[1];
    }

    function price_oracle() external view whileAlone returns (uint256) {
        return _oracle(1);
    }

    function last_prices() external view returns (uint256) {
        return lasts[1];
    }

    function _packed() internal view override returns (uint256) {
        return scales[1];
    }
}

contract TestTricrypto is TestCryptoSwap(3, 2700) {
    event AddLiquidity(
        address indexed provider, uint256[3] token_amounts, uint256 fee, uint256 token_supply, uint256 packed_price_scale
    );
    event RemoveLiquidity(address indexed provider, uint256[3] token_amounts, uint256 token_supply);

    function add_liquidity(uint256[3] calldata amounts, uint256 least) external alone returns (uint256 minted) {
        uint256[] memory arrived = new uint256[](3);
        (arrived[0], arrived[1], arrived[2]) = (amounts[0], amounts[1], amounts[2]);
        uint256 fee_;
        (minted, arrived, fee_) = _add(arrived);
        require(minted >= least, "too little");
        emit AddLiquidity(msg.sender, [arrived[0], arrived[1], arrived[2]], fee_, totalSupply, _packed());
    }

    function remove_liquidity(uint256 amount, uint256[3] calldata least) external alone {
        uint256[] memory paid = _remove(amount);
        require(paid[0] >= least[0] && paid[1] >= least[1] && paid[2] >= least[2], "too little");
        emit RemoveLiquidity(msg.sender, [paid[0], paid[1], paid[2]], totalSupply);
    }

    function precisions() external view returns (uint256[3] memory) {
        return [units[0], units[1], units[2]];
    }

    function price_scale(uint256 k) external view whileAlone returns (uint256) {
        return scales[k + 1];
    }

    function price_oracle(uint256 k) external view whileAlone returns (uint256) {
        return _oracle(k + 1);
    }

    function last_prices(uint256 k) external view returns (uint256) {
        return lasts[k + 1];
    }

    function _packed() internal view override returns (uint256) {
        return scales[2] << 128 | scales[1];
    }
}

interface IWrapper is IERC20 {
    function withdraw(uint256 amount) external;
}

/// Three coins by the first code, which treats one of them as the native coin. The original does
/// not check which coin its creator names; here anyone may change it. The rest matches the other
/// pools.
contract TestTricryptoNative is TestCryptoStorage {
    address public WETH20;
    uint256 private claimed;
    address private immutable original;

    constructor(address original_) {
        original = original_;
    }

    receive() external payable {}

    fallback() external payable {
        address code = original;
        assembly ("memory-safe") {
            let data := mload(0x40)
            calldatacopy(data, 0, calldatasize())
            let ok := delegatecall(gas(), code, data, calldatasize(), 0, 0)
            returndatacopy(data, 0, returndatasize())
            if iszero(ok) { revert(data, returndatasize()) }
            return(data, returndatasize())
        }
    }

    function nameNative(address coin) external {
        WETH20 = coin;
    }

    /// The original unwraps everything that arrives.
    function unwrap(uint256 amount) external {
        IWrapper(WETH20).withdraw(amount);
    }

    /// Callable by anyone: counts tokens sent to the pool. Pays no admin here, so no event is
    /// emitted.
    function claim_admin_fees() external {
        require(xcp_profit > claimed, "profit");
        uint256[] memory xs = new uint256[](3);
        for (uint256 k; k < 3; ++k) {
            balances[k] = IERC20(coins[k]).balanceOf(address(this));
            if (coins[k] == WETH20) balances[k] += address(this).balance;
            xs[k] = balances[k] * scales[k] * units[k] / 1e18;
        }
        D = MATH.newton_D(future_A_gamma >> 128, uint128(future_A_gamma), xs, 0);
        for (uint256 k; k < 3; ++k) {
            xs[k] = D * 1e18 / (3 * scales[k]);
        }
        virtual_price = 1e18 * MATH.geometric_mean(xs) / totalSupply;
        claimed = xcp_profit;
    }
}
