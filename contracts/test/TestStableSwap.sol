// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {IERC20} from "../src/External.sol";
import {PlainToken} from "./TestTokens.sol";

/// A factory of plain pools with the part of the interface of Curve's factories before
/// StableSwap-NG that traders need. Anyone may create pools.
contract TestStableSwapFactory {
    struct Entry {
        address[] coins;
        uint256[4] decimals;
        address implementation;
        bool isMeta;
    }

    address public immutable admin = msg.sender;
    address[] private pools;
    mapping(address => Entry) private entries;

    event PlainPoolDeployed(address[4] coins, uint256 A, uint256 fee, address deployer);

    function deploy_plain_pool(
        address[] calldata coins,
        uint256 amplification,
        uint256 fee,
        address implementation
    ) external returns (address pool) {
        require(coins.length > 1 && coins.length < 5, "coins");
        require(fee >= 4e6 && fee <= 1e8, "fee");
        pool = address(new TestStableSwap(coins, amplification, fee, TestStableSwap.Code.Factory));
        add(pool, coins, implementation, false);
        emit PlainPoolDeployed(get_coins(pool), amplification, fee, msg.sender);
    }

    /// Registers any contract as a pool of this factory.
    function add(address pool, address[] calldata coins, address implementation, bool isMeta) public {
        pools.push(pool);
        uint256[4] memory decimals;
        for (uint256 k; k < coins.length; ++k) {
            decimals[k] = PlainToken(coins[k]).decimals();
        }
        entries[pool] = Entry(coins, decimals, implementation, isMeta);
    }

    function pool_count() external view returns (uint256) {
        return pools.length;
    }

    /// The original returns the zero address for an index without a pool.
    function pool_list(uint256 index) external view returns (address) {
        return index < pools.length ? pools[index] : address(0);
    }

    function get_n_coins(address pool) external view returns (uint256) {
        return entries[pool].coins.length;
    }

    function get_coins(address pool) public view returns (address[4] memory all) {
        address[] storage own = entries[pool].coins;
        for (uint256 k; k < own.length; ++k) {
            all[k] = own[k];
        }
    }

    function get_decimals(address pool) external view returns (uint256[4] memory) {
        return entries[pool].decimals;
    }

    function get_implementation_address(address pool) external view returns (address) {
        return entries[pool].implementation;
    }

    function is_meta(address pool) external view returns (bool) {
        return entries[pool].isMeta;
    }
}

/// A plain StableSwap pool, written from the interface and the rounding of Curve's pools between
/// its first ones and StableSwap-NG: trading, filling and changes of its terms. It mints no shares.
contract TestStableSwap {
    /// 3pool's code; that of Curve's template for later pools; that of plain pools of factories.
    enum Code {
        ThreePool,
        Template,
        Factory
    }

    uint256 private constant ONE = 1e18;
    uint256 private constant FEE_UNIT = 1e10;
    /// The coin of 3pool whose received amount is measured.
    uint256 private constant MEASURED = 2;
    uint256 public constant admin_fee = 5e9;

    address private immutable owner;
    Code private immutable code;
    uint256 private immutable count;
    /// The factor of the stored amplification.
    uint256 private immutable precision;
    address[] public coins;
    uint256[] public balances;
    /// The value of 1e18 base units.
    uint256[] private rates;

    uint256 public fee;
    uint256 public initial_A;
    uint256 public future_A;
    uint256 public initial_A_time;
    uint256 public future_A_time;
    bool private isKilled;
    bool private isEntered;

    event TokenExchange(address indexed buyer, int128 sold_id, uint256 tokens_sold, int128 bought_id, uint256 tokens_bought);
    event AddLiquidity(address indexed provider, uint256[2] token_amounts, uint256[2] fees, uint256 invariant, uint256 token_supply);
    event AddLiquidity(address indexed provider, uint256[3] token_amounts, uint256[3] fees, uint256 invariant, uint256 token_supply);
    event RampA(uint256 old_A, uint256 new_A, uint256 initial_time, uint256 future_time);
    event StopRampA(uint256 A, uint256 t);
    event ApplyNewFee(uint256 fee);

    modifier alone() {
        require(!isEntered);
        isEntered = true;
        _;
        isEntered = false;
    }

    modifier onlyOwner() {
        require(msg.sender == owner);
        _;
    }

    constructor(address[] memory coins_, uint256 amplification, uint256 fee_, Code code_) {
        (coins, count, fee, code) = (coins_, coins_.length, fee_, code_);
        owner = code_ == Code.Factory ? TestStableSwapFactory(msg.sender).admin() : msg.sender;
        precision = code_ == Code.ThreePool ? 1 : 100;
        initial_A = future_A = amplification * precision;
        for (uint256 k; k < coins_.length; ++k) {
            rates.push(10 ** (36 - PlainToken(coins_[k]).decimals()));
            balances.push(0);
        }
    }


    function exchange(int128 i, int128 j, uint256 dx, uint256 min_dy) external alone {
        require(!isKilled);
        (uint256 from, uint256 to) = _indexes(i, j);
        bool isMeasured = code == Code.ThreePool && from == MEASURED;
        uint256 sold = isMeasured ? _take(from, dx) : dx;
        (uint256 bought, uint256 cut) = _trade(from, to, sold);
        require(bought >= min_dy, "Exchange resulted in fewer coins than expected");
        balances[from] += sold;
        balances[to] -= bought + cut;
        if (!isMeasured) _take(from, dx);
        _call(coins[to], abi.encodeCall(IERC20.transfer, (msg.sender, bought)));
        emit TokenExchange(msg.sender, i, dx, j, bought);
    }

    function add_liquidity(uint256[2] calldata amounts, uint256) external alone {
        for (uint256 k; k < 2; ++k) {
            _add(k, amounts[k]);
        }
        emit AddLiquidity(msg.sender, amounts, [uint256(0), 0], 0, 0);
    }

    function add_liquidity(uint256[3] calldata amounts, uint256) external alone {
        for (uint256 k; k < 3; ++k) {
            _add(k, amounts[k]);
        }
        emit AddLiquidity(msg.sender, amounts, [uint256(0), 0, 0], 0, 0);
    }

    /// Never pays: callers request more than there is, to learn whether the pool was killed.
    function remove_liquidity_one_coin(uint256, int128, uint256) external view {
        require(!isKilled);
        revert("Not enough coins removed");
    }

    function ramp_A(uint256 next, uint256 end) external onlyOwner {
        (initial_A, initial_A_time) = (_amplification(), block.timestamp);
        (future_A, future_A_time) = (next * precision, end);
        emit RampA(initial_A, future_A, block.timestamp, end);
    }

    function stop_ramp_A() external onlyOwner {
        initial_A = future_A = _amplification();
        initial_A_time = future_A_time = block.timestamp;
        emit StopRampA(initial_A, block.timestamp);
    }

    function apply_new_fee(uint256 fee_) external onlyOwner {
        fee = fee_;
        emit ApplyNewFee(fee_);
    }

    /// Pools of factories cannot be killed.
    function kill_me(bool isKilled_) external onlyOwner {
        require(code != Code.Factory);
        isKilled = isKilled_;
    }


    function A() external view returns (uint256) {
        return _amplification() / precision;
    }

    function A_precise() external view returns (uint256) {
        require(code != Code.ThreePool);
        return _amplification();
    }

    function get_dy(int128 i, int128 j, uint256 dx) external view returns (uint256) {
        (uint256 from, uint256 to) = _indexes(i, j);
        uint256 whole = _bought(from, to, dx);
        if (code == Code.ThreePool) {
            whole = whole * ONE / rates[to];
            return whole - fee * whole / FEE_UNIT;
        }
        return (whole - fee * whole / FEE_UNIT) * ONE / rates[to];
    }


    function _amplification() private view returns (uint256) {
        if (block.timestamp >= future_A_time) return future_A;
        (uint256 passed, uint256 all) = (block.timestamp - initial_A_time, future_A_time - initial_A_time);
        return future_A > initial_A
            ? initial_A + (future_A - initial_A) * passed / all
            : initial_A - (initial_A - future_A) * passed / all;
    }

    /// @return bought in base units
    /// @return cut part of the fee that does not belong to the pool
    function _trade(uint256 from, uint256 to, uint256 sold) private view returns (uint256 bought, uint256 cut) {
        uint256 whole = _bought(from, to, sold);
        uint256 taken = whole * fee / FEE_UNIT;
        bought = (whole - taken) * ONE / rates[to];
        cut = taken * admin_fee / FEE_UNIT * ONE / rates[to];
    }

    /// The output before the fee, with 18 decimals.
    function _bought(uint256 from, uint256 to, uint256 sold) private view returns (uint256) {
        uint256[] memory xs = new uint256[](count);
        for (uint256 k; k < count; ++k) {
            xs[k] = rates[k] * balances[k] / ONE;
        }
        uint256 x = xs[from] + sold * rates[from] / ONE;
        return xs[to] - _other(xs, from, to, x) - 1;
    }

    function _invariant(uint256[] memory xs, uint256 ann) private view returns (uint256 d) {
        uint256 sum;
        for (uint256 k; k < count; ++k) {
            sum += xs[k];
        }
        if (sum == 0) return 0;
        d = sum;
        for (uint256 round; round < 255; ++round) {
            uint256 before = d;
            uint256 product = _product(xs, d);
            d = (ann * sum / precision + product * count) * d
                / ((ann - precision) * d / precision + (count + 1) * product);
            if (_isNear(d, before)) return d;
        }
        require(code == Code.ThreePool);
    }

    /// A factory's pools of two coins divide by the number of coins once, all others with each
    /// balance.
    function _product(uint256[] memory xs, uint256 d) private view returns (uint256 product) {
        if (code == Code.Factory && count == 2) return d * d / xs[0] * d / xs[1] / 4;
        product = d;
        for (uint256 k; k < count; ++k) {
            product = product * d / (xs[k] * count);
        }
    }

    /// The balance of `to` for a balance `x` of `from`.
    function _other(uint256[] memory xs, uint256 from, uint256 to, uint256 x) private view returns (uint256 y) {
        uint256 ann = _amplification() * count;
        uint256 d = _invariant(xs, ann);
        uint256 sum;
        uint256 c = d;
        for (uint256 k; k < count; ++k) {
            if (k == to) continue;
            uint256 own = k == from ? x : xs[k];
            sum += own;
            c = c * d / (own * count);
        }
        c = c * d * precision / (ann * count);
        uint256 b = sum + d * precision / ann;
        y = d;
        for (uint256 round; round < 255; ++round) {
            uint256 before = y;
            y = (y * y + c) / (2 * y + b - d);
            if (_isNear(y, before)) return y;
        }
        require(code == Code.ThreePool);
    }

    function _isNear(uint256 a, uint256 b) private pure returns (bool) {
        return a > b ? a - b <= 1 : b - a <= 1;
    }

    function _indexes(int128 i, int128 j) private view returns (uint256 from, uint256 to) {
        require(i != j && i >= 0 && j >= 0);
        (from, to) = (uint256(uint128(i)), uint256(uint128(j)));
        require(from < count && to < count);
    }

    function _add(uint256 k, uint256 amount) private {
        require(count > k);
        if (amount != 0) _take(k, amount);
        balances[k] += amount;
    }

    /// @return arrived growth of the coin's balance
    function _take(uint256 k, uint256 amount) private returns (uint256 arrived) {
        IERC20 coin = IERC20(coins[k]);
        uint256 before = coin.balanceOf(address(this));
        _call(address(coin), abi.encodeCall(IERC20.transferFrom, (msg.sender, address(this), amount)));
        arrived = coin.balanceOf(address(this)) - before;
    }

    function _call(address coin, bytes memory data) private {
        (bool ok, bytes memory answer) = coin.call(data);
        require(ok && (answer.length == 0 || abi.decode(answer, (bool))));
    }
}
